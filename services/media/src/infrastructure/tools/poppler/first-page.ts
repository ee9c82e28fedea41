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
 * @throws JobRefusal when it is damaged, empty or locked; TryFailure; the signal's reason; DomainError
 * `service.unavailable` without poppler
 */
export async function firstPage(
  path: string,
  { side, folder, signal }: { side: number; folder: string; signal: AbortSignal },
): Promise<string> {
  const drawn = join(folder, 'page');
  const args = ['-png', '-singlefile', '-f', '1', '-l', '1', '-scale-to', String(side), path, drawn];
  try {
    await runTool({ program: programPath('pdftoppm'), args, folder, limits, signal });
  } catch (error) {
    throw refusalOf(error);
  }
  return `${drawn}.png`;
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
