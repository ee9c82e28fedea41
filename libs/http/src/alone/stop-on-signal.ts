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
 * Stops a process in order when it is asked to, and ends it; also, without a time of draining, when whoever started it has died or lets it go (the channel
 * between them closes): then nobody calls any more. A second signal, or a stop that takes too long, ends it at once with exit code 1.
 * @returns the same stop without the end of the process, for who runs it inside another one
 */
export function stopOnSignal(
  end: ProcessEnd,
  { leave, drainMs, close }: StopSteps,
  logger: Logger,
): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = async (forMs: number): Promise<void> => {
    leave();
    if (forMs > 0) await pause(forMs);
    await close();
  };
  const endHard = (why: string): void => {
    logger.fatal(why);
    end.exit(1);
  };
  const endInOrder = async (forMs: number): Promise<void> => {
    const deadline = setTimeout(() => endHard('did not stop in time'), forMs + DEADLINE_MS);
    logger.info('stopping');
    try {
      await (stopping ??= stop(forMs));
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
    else void endInOrder(drainMs);
  };
  const onOrphaned = (): void => {
    if (!stopping) void endInOrder(0);
  };
  end.on('SIGTERM', onSignal);
  end.on('SIGINT', onSignal);
  end.on('disconnect', onOrphaned);
  return () => {
    end.off('SIGTERM', onSignal);
    end.off('SIGINT', onSignal);
    end.off('disconnect', onOrphaned);
    return (stopping ??= stop(drainMs));
  };
}
