import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstat } from 'node:fs/promises';
import { DomainError } from '@skyshelf/contracts';
import { workClock, type ProcessorUse } from '../../application/work-clock.js';
import { TryFailure } from '../../domain/refusal.js';
import { processorUse } from './processor-use.js';
import { killChild, memoryFailure, signalChild, startChild, type ChildLimits } from './start-child.js';

/** A command's arguments as they are typed; none may have a space. */
export const typed = (line: string): string[] => line.split(' ');

export interface ToolRun {
  program: string;
  args: readonly string[];
  folder: string;
  limits: ChildLimits;
  /** Runs as a user who owns only this folder, where the service is root. */
  unprivileged?: boolean;
  wrapper?: readonly string[];
  signal: AbortSignal;
  onStarted?: ((control: ToolControl) => void) | undefined;
  onOutput?: ((chunk: Buffer) => void) | undefined;
}

/** Can stand still with all it has started. */
export interface ToolControl {
  pause(): void;
  resume(): void;
}

/** The cause of a `TryFailure`. */
export class ToolExit extends Error {
  constructor(
    program: string,
    /** Null: killed. */
    readonly code: number | null,
    readonly killedBy: string | null,
    readonly errors: string,
  ) {
    super(`${program} has ended: ${killedBy ?? `exit code ${code}`}. ${errors}`);
    this.name = 'ToolExit';
  }
}

/** A shell's and `nice`'s. */
const NOT_FOUND = [126, 127];

/** Bytes kept. One that says more is not held up. */
const MOST_WORDS = 64 * 1024;

/**
 * @returns the end of its standard output and error
 * @throws TryFailure (its cause a `ToolExit`) at a bad end or a limit; the signal's reason, with the child
 * dead; DomainError `service.unavailable` when it can't start, is not installed, or others needed its memory
 */
export async function runTool({
  signal,
  onOutput,
  onStarted,
  ...command
}: ToolRun): Promise<{ output: string; errors: string }> {
  signal.throwIfAborted();
  const child = await startChild({ ...command, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => killChild(child);
  const { control, unwatch } = watch(child);
  signal.addEventListener('abort', kill, { once: true });
  try {
    if (signal.aborted) kill();
    onStarted?.(control);
    if (onOutput) child.stdout?.on('data', onOutput);
    const words = [child.stdout, child.stderr].map((stream) => lastWords(stream));
    const closed = once(child, 'close');
    const [code, killed] = (await once(child, 'exit')) as [number | null, string | null];
    // Nothing it has started stays behind or keeps its output open.
    kill();
    await closed;
    signal.throwIfAborted();
    const [output = '', errors = ''] = words.map((each) => each());
    if (code === 0) return { output, errors };
    const exit = new ToolExit(command.program, code, killed, errors);
    if (code !== null && NOT_FOUND.includes(code))
      throw new DomainError('service.unavailable', { cause: exit });
    throw memoryFailure(child, exit) ?? new TryFailure('died', exit);
  } finally {
    signal.removeEventListener('abort', kill);
    unwatch();
    kill();
  }
}

/** Its work counts on the clock of the try. */
function watch(child: ChildProcess): { control: ToolControl; unwatch(): void } {
  let isPaused = false;
  // Also where the machine says nothing of a child.
  const paused: ProcessorUse = { usedMs: 0, isHeldUp: true };
  const signal = (pauses: boolean) => (): void => {
    isPaused = pauses;
    signalChild(child, pauses ? 'SIGSTOP' : 'SIGCONT');
  };
  return {
    control: { pause: signal(true), resume: signal(false) },
    unwatch: workClock().watch(() => (isPaused ? paused : processorUse(child.pid))),
  };
}

function lastWords(stream: NodeJS.ReadableStream | null): () => string {
  let kept = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => (kept = Buffer.concat([kept, chunk]).subarray(-MOST_WORDS)));
  return () => kept.toString('utf8');
}

/** A tool has written its own file there, not an empty one. */
export const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile() && found.size > 0,
    () => false,
  );
