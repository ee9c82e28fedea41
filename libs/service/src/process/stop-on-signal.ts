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
  /** Work in hand that takes long gets so much more time, beside that, milliseconds; nothing new is begun meanwhile. */
  finishMs?: number;
  finish?(withinMs: number): Promise<void>;
  /** Finishes what has begun, closes everything. */
  close(): Promise<void>;
}

/** After the time of draining; longer than any of the steps may take, milliseconds. */
const DEADLINE_MS = 40_000;

/**
 * Stops a process in order when it is asked to, and ends it; also, without a time of draining, when the process that started it has died or lets it go (the channel
 * between them closes): then no one calls any more. A second signal, or a stop that takes too long, ends it at once with exit code 1.
 * @returns the same stop without the end of the process, for who runs it inside another one
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

/** The one stop of a process, however often it is asked for. */
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
