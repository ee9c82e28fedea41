import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobRefusal, TryFailure } from '../../../domain/refusal.js';
import { programPath, programTool } from '../program-tool.js';
import { runTool, ToolExit } from '../run-tool.js';
import type { ChildLimits } from '../start-child.js';

export const popplerTool = programTool('poppler', ['pdftoppm'], {
  off: 'Pictures of PDF documents are off.',
  packages: 'poppler-utils',
  brew: 'poppler',
});

/** Maps take seconds; 0.1 s as a rule. */
const limits: ChildLimits = { cpuSeconds: 20, memoryMb: 1024, fileBytes: 16 * 1024 * 1024, nice: 10 };

/**
 * @returns the picture's path
 * @throws JobRefusal when it is damaged, empty or locked, or blank for want of fonts; TryFailure; the
 * signal's reason; DomainError `service.unavailable` without poppler
 */
export async function firstPage(
  path: string,
  { side, folder, signal }: { side: number; folder: string; signal: AbortSignal },
): Promise<string> {
  const drawn = join(folder, 'page');
  const draw = async (format: string): Promise<string> => {
    const args = [format, '-singlefile', '-f', '1', '-l', '1', '-scale-to', String(side), path, drawn];
    try {
      return (await runTool({ program: programPath('pdftoppm'), args, folder, limits, signal })).errors;
    } catch (error) {
      throw refusalOf(error);
    }
  };
  const errors = await draw('-png');
  if (WITHOUT_LETTERS.test(errors)) {
    await draw('-mono');
    if (await isWhite(`${drawn}.pbm`)) throw new JobRefusal('The fonts of the first page are missing.');
  }
  return `${drawn}.png`;
}

/** poppler ends well, and leaves out the words. */
const WITHOUT_LETTERS = /font|language pack|character collection|cmap/i;

/** Netpbm's PBM: `P4`, width and height, then eight pixels a byte; 1 is black. */
async function isWhite(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  const head = /^P4\s+\d+\s+\d+\s/.exec(bytes.toString('latin1', 0, 64));
  return head !== null && bytes.subarray(head[0].length).every((byte) => byte === 0);
}

/** An exit code judges the file; a signal is one of our limits. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof TryFailure) || !(error.cause instanceof ToolExit)) return error;
  const { code, errors } = error.cause;
  if (code === null) return error;
  const locked = /incorrect password/i.test(errors);
  return new JobRefusal(
    locked ? 'The file is protected by a password.' : 'The file is damaged or is not a PDF.',
    error.cause,
  );
}
