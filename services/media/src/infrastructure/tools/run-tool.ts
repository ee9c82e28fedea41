import { once } from 'node:events';
import { TryFailure } from '../../domain/refusal.js';
import { killChild, startChild, type ChildLimits } from './start-child.js';

export interface ToolRun {
  program: string;
  args: readonly string[];
  /** Its working folder: the job's workspace. */
  folder: string;
  limits: ChildLimits;
  signal: AbortSignal;
}

/** What is kept of what a tool says, bytes. One that says more is not held up. */
const MOST_WORDS = 64 * 1024;

/**
 * Runs a program of the system to its end, in a child with limits and without network; see `startChild`.
 * @returns the end of what it has written to its standard output and error
 * @throws TryFailure when it ends badly or is killed by a limit; the signal's reason when that aborts, with the child dead; DomainError `service.unavailable` when it can't be started
 */
export async function runTool({ signal, ...command }: ToolRun): Promise<{ output: string; errors: string }> {
  signal.throwIfAborted();
  const child = await startChild({ ...command, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => killChild(child);
  signal.addEventListener('abort', kill, { once: true });
  try {
    if (signal.aborted) kill();
    const words = [child.stdout, child.stderr].map((stream) => lastWords(stream));
    const closed = once(child, 'close');
    const [code, killed] = (await once(child, 'exit')) as [number | null, string | null];
    // Nothing that it has started itself stays behind, or keeps its output open.
    kill();
    await closed;
    signal.throwIfAborted();
    const [output = '', errors = ''] = words.map((each) => each());
    if (code === 0) return { output, errors };
    const how = killed ?? `exit code ${code}`;
    throw new TryFailure('died', new Error(`${command.program} has ended: ${how}. ${errors}`));
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

function lastWords(stream: NodeJS.ReadableStream | null): () => string {
  let kept = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => (kept = Buffer.concat([kept, chunk]).subarray(-MOST_WORDS)));
  return () => kept.toString('utf8');
}
