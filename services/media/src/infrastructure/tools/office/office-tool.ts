import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type { TextEncoding } from '@skyshelf/contracts/text';
import { typed, isFile, runTool, ToolExit } from '../run-tool.js';
import type { Tool, Workspace } from '../../../application/kind.js';
import { JobRefusal, reasonsOf, TryFailure } from '../../../domain/refusal.js';
import { programPath, programTool } from '../program-tool.js';
import { NOBODY, type ChildLimits } from '../start-child.js';
import { documentFormat, documentRefusals } from './inspect-document.js';

/** Formats an item of LibreOffice's registry. */
const item = (path: string, name: string, value: string): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** No macro runs, no link is followed, nothing outside is read, nothing asked or remembered. */
const officeProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  item('Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'),
  item('Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
  item('Office.Common/Security/Scripting', 'DisableActiveContent', 'true'),
  item('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
  item('Office.Common/Security/Scripting', 'CheckDocumentEvents', 'true'),
  item('Office.Writer/Content/Update', 'Link', '0'),
  item('Office.Writer/Content/Update', 'Field', 'false'),
  item('Office.Calc/Content/Update', 'Link', '1'),
  item('Office.Common/Misc', 'FirstRun', 'false'),
  item('Office.Common/Save/Document', 'AutoSave', 'false'),
  item('Office.Recovery/RecoveryInfo', 'Enabled', 'false'),
  item('Office.Recovery/AutoSave', 'Enabled', 'false'),
].join('\n')}
</oor:items>
`;

const PROGRAM = 'soffice';
/** A letter; and for each MiB of a file: packed tables unpack to many times as much. */
const OFFICE_MB = 260;
const GROWTH = 30;
/** LibreOffice prints it on top of each page of a table without a name, such as a CSV. */
const NAME = 'Sheet 1';

export interface DocumentRequest {
  path: string;
  extension: string;
  workspace: Workspace;
  limits: ChildLimits;
  onStarted(): void;
}

export interface OfficeTool extends Tool {
  /**
   * @returns its path
   * @throws JobRefusal when there will be none; TryFailure when the process died over it; DomainError
   * `service.unavailable` without LibreOffice
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
    const { filter, encoding } = await documentFormat(path, extension);
    const expectedMb = OFFICE_MB + ((await stat(path)).size / 2 ** 20) * GROWTH;
    const program = programPath(PROGRAM);
    const { folder } = workspace;
    const document = join(folder, NAME);
    if (encoding && encoding !== 'utf-8') await writeAsUtf8(path, encoding, document);
    else await rename(path, document);
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
    // An unreadable file is no error to it.
    const made = join(folder, `${NAME}.pdf`);
    if (!(await isFile(made))) throw new JobRefusal(documentRefusals.damaged);
    return made;
  },
};

/** LibreOffice knows fewer encodings than `TextDecoder`. */
const writeAsUtf8 = (path: string, encoding: TextEncoding, target: string): Promise<void> =>
  pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      const decoder = new TextDecoder(encoding);
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    },
    createWriteStream(target, { mode: 0o600 }),
  );

/** A crash or a met limit comes again; being killed from outside does not. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof TryFailure) || !(error.cause instanceof ToolExit)) return error;
  if (error.cause.killedBy === 'SIGKILL') return error;
  return new JobRefusal(reasonsOf('pdf').died, error.cause);
}

const options = (folder: string): string[] => [
  `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
  ...typed('--headless --norestore --nologo --nodefault --nolockcheck --nofirststartwizard --convert-to pdf'),
];

async function prepare({ folder }: Workspace, source: string): Promise<void> {
  const user = join(folder, 'profile', 'user');
  await mkdir(user, { recursive: true, mode: 0o700 });
  const settings = join(user, 'registrymodifications.xcu');
  await writeFile(settings, officeProfile, { mode: 0o600 });
  if (process.getuid?.() !== 0) return;
  for (const each of [folder, source, join(folder, 'profile'), user, settings])
    await chown(each, NOBODY, NOBODY);
}
