import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@skyshelf/telemetry';

/** Who asks a process to stop, and how it ends: Node's own `process`, or what a test puts in its place. */
export interface ProcessEnd {
  on(event: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown;
  off(event: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown;
  exit(code: number): void;
}

export interface StopSteps {
  /** Says that it is about to stop, while it goes on. */
  leave(): void;
  /** How long it goes on after that, milliseconds. */
  drainMs: number;
  /** Finishes what has begun, closes everything. */
  close(): Promise<void>;
}

/** After the time of draining; longer than any of the steps may take, milliseconds. */
const DEADLINE_MS = 40_000;

/**
 * Stops a process in order when it is asked to, or when whoever started it has died (the channel between them closes), and ends it. A second signal, or a
 * stop that takes too long, ends it at once with exit code 1.
 * @returns the same stop without the end of the process, for who runs it inside another one
 */
export function stopOnSignal(
  end: ProcessEnd,
  { leave, drainMs, close }: StopSteps,
  logger: Logger,
): () => Promise<void> {
  const names = ['SIGTERM', 'SIGINT', 'disconnect'] as const;
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    leave();
    if (drainMs > 0) await pause(drainMs);
    await close();
  };
  const endHard = (why: string): void => {
    logger.fatal(why);
    end.exit(1);
  };
  const endInOrder = async (): Promise<void> => {
    const deadline = setTimeout(() => endHard('did not stop in time'), drainMs + DEADLINE_MS);
    logger.info('stopping');
    try {
      await (stopping ??= stop());
      logger.info('stopped');
      end.exit(0);
    } catch (error) {
      logger.fatal({ err: error }, 'did not stop cleanly');
      end.exit(1);
    } finally {
      clearTimeout(deadline);
    }
  };
  const onSignal = (): void => {
    if (stopping) endHard('told to stop a second time');
    else void endInOrder();
  };
  for (const name of names) end.on(name, onSignal);
  return () => {
    for (const name of names) end.off(name, onSignal);
    return (stopping ??= stop());
  };
}
