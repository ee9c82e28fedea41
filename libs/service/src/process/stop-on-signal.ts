import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@skyshelf/telemetry';

/** It is `process` or a stand-in. */
export interface ProcessEnd {
  on(event: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown;
  off(event: 'SIGTERM' | 'SIGINT' | 'disconnect', listener: () => void): unknown;
  exit(code: number): void;
}

export interface StopSteps {
  leave(): void;
  /** The milliseconds between `leave` and `close`. */
  drainMs: number;
  /** For long work, milliseconds; nothing new is begun. */
  finishMs?: number;
  finish?(withinMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Unit: milliseconds; longer than any of the steps. */
const DEADLINE_MS = 40_000;

/**
 * Also, without draining, when the parent has died or closes the channel. A second signal, or a stop that
 * takes too long, exits with code 1.
 * @returns the same stop without ending the process
 */
export function stopOnSignal(end: ProcessEnd, steps: StopSteps, logger: Logger): () => Promise<void> {
  const ending = new Ending(end, steps, logger);
  const onSignal = (): void => ending.onSignal();
  const onOrphaned = (): void => ending.onOrphaned();
  end.on('SIGTERM', onSignal);
  end.on('SIGINT', onSignal);
  end.on('disconnect', onOrphaned);
  return () => {
    end.off('SIGTERM', onSignal);
    end.off('SIGINT', onSignal);
    end.off('disconnect', onOrphaned);
    return ending.stop(steps.drainMs);
  };
}

class Ending {
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly end: ProcessEnd,
    private readonly steps: StopSteps,
    private readonly logger: Logger,
  ) {}

  onSignal(): void {
    if (this.stopping) this.endHard('told to stop a second time');
    else void this.endInOrder(this.steps.drainMs, this.steps.finishMs);
  }

  onOrphaned(): void {
    if (!this.stopping) void this.endInOrder(0);
  }

  stop(drainMs: number, finishMs = 0): Promise<void> {
    return (this.stopping ??= this.goThroughSteps(drainMs, finishMs));
  }

  private async goThroughSteps(drainMs: number, finishMs: number): Promise<void> {
    this.steps.leave();
    const drained = drainMs > 0 ? pause(drainMs) : undefined;
    if (finishMs > 0) await this.steps.finish?.(finishMs);
    await drained;
    await this.steps.close();
  }

  private async endInOrder(drainMs: number, finishMs = 0): Promise<void> {
    const inTime = Math.max(drainMs, finishMs) + DEADLINE_MS;
    const deadline = setTimeout(() => this.endHard('did not stop in time'), inTime);
    this.logger.info('stopping');
    try {
      await this.stop(drainMs, finishMs);
      this.logger.info('stopped');
      this.end.exit(0);
    } catch (error) {
      this.logger.fatal({ err: error }, 'did not stop cleanly');
      this.end.exit(1);
    } finally {
      clearTimeout(deadline);
    }
  }

  private endHard(why: string): void {
    this.logger.fatal(why);
    this.end.exit(1);
  }
}
