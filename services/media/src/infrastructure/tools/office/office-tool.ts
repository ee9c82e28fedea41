import { chown, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tool, Workspace } from '../../../application/kind.js';
import { JobRefusal, reasonsOf, TryFailure } from '../../../domain/refusal.js';
import { isFile } from '../is-file.js';
import { programPath, programTool } from '../program-tool.js';
import { runTool, ToolExit, type ToolControl } from '../run-tool.js';
import { NOBODY, type ChildLimits } from '../start-child.js';
import { documentFilter, documentRefusals } from './inspect-document.js';
import { officeProfile } from './office-profile.js';

const PROGRAM = 'soffice';
/** What it takes for a letter, MiB, and for each MiB of a file besides: packed tables unpack to many times as much. */
const OFFICE_MB = 260;
const GROWTH = 30;
/** Stands at the top of each page of a table that has no name of its own, as of a CSV. */
const NAME = 'Sheet 1';

export interface DocumentRequest {
  path: string;
  extension: string;
  workspace: Workspace;
  limits: ChildLimits;
  /** Called when LibreOffice runs. */
  onStarted(control: ToolControl): void;
}

export interface OfficeTool extends Tool {
  /**
   * The PDF of a document, by a process of LibreOffice that knows nothing of the one before.
   * @returns its path
   * @throws JobRefusal when there will be none; TryFailure when the process has died over it; DomainError `service.unavailable` without LibreOffice
   */
  toPdf(request: DocumentRequest, signal: AbortSignal): Promise<string>;
}

export const officeTool: OfficeTool = {
  ...programTool('documents', [PROGRAM], {
    off: 'PDFs of office documents are off.',
    packages: 'libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui',
    brew: '--cask libreoffice',
  }),
  async toPdf({ path, extension, workspace, limits, onStarted }, signal) {
    const filter = await documentFilter(path, extension);
    const expectedMb = OFFICE_MB + ((await stat(path)).size / 2 ** 20) * GROWTH;
    const program = programPath(PROGRAM);
    const { folder } = workspace;
    const document = join(folder, NAME);
    await rename(path, document);
    await prepare(workspace, document);
    const args = [...options(folder), `--infilter=${filter}`, '--outdir', folder, document];
    try {
      await runTool({
        program,
        args,
        folder,
        limits: { ...limits, expectedMb },
        unprivileged: true,
        signal,
        onStarted,
      });
    } catch (error) {
      throw refusalOf(error);
    }
    // A file that it can't read is no error to it: only the PDF counts.
    const made = join(folder, `${NAME}.pdf`);
    if (!(await isFile(made))) throw new JobRefusal(documentRefusals.damaged);
    return made;
  },
};

/** What has crashed over a document, or has met a limit, does so again. What was killed from outside does not. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof TryFailure) || !(error.cause instanceof ToolExit)) return error;
  if (error.cause.killedBy === 'SIGKILL') return error;
  return new JobRefusal(reasonsOf('pdf').died, error.cause);
}

const options = (folder: string): string[] => [
  `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
  ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck', '--nofirststartwizard'],
  ...['--convert-to', 'pdf'],
];

/** A profile of its own, which belongs to the user that the process runs as. */
async function prepare({ folder }: Workspace, source: string): Promise<void> {
  const user = join(folder, 'profile', 'user');
  await mkdir(user, { recursive: true, mode: 0o700 });
  const settings = join(user, 'registrymodifications.xcu');
  await writeFile(settings, officeProfile, { mode: 0o600 });
  if (process.getuid?.() !== 0) return;
  for (const each of [folder, source, join(folder, 'profile'), user, settings])
    await chown(each, NOBODY, NOBODY);
}
