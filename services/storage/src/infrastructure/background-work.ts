import type { OnModuleDestroy } from '@nestjs/common';
import type { OnServiceStart } from '@skyshelf/service';
import type { Logger } from '@skyshelf/telemetry';
import { announceUnclaimed } from '../application/announce-unclaimed.js';
import type { Storage } from '../application/storage.js';
import { sweep } from '../application/sweep/sweep.js';

/** What storage does besides requests and events: it announces and sweeps. */
export class BackgroundWork implements OnServiceStart, OnModuleDestroy {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly logger: Logger,
    private readonly storage: Storage,
    private readonly sweepMs: number,
  ) {}

  onServiceStart(): void {
    const { storage, sweepMs } = this;
    this.every(sweepMs, 'the sweep for unfinished and unused bytes', () => sweep(storage));
    this.every(storage.settings.announceMs, 'the announcement of uploads', () => announceUnclaimed(storage));
  }

  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running);
  }

  /** One run at a time; a run that takes longer than the pause delays the next. */
  private every(pauseMs: number, what: string, run: () => Promise<unknown>): void {
    let last: Promise<unknown> | null = null;
    const timer = setInterval(() => {
      if (last) return;
      const failed = (error: unknown) =>
        this.logger.error({ err: error }, `${what} failed; it is tried again`);
      const current = run()
        .catch(failed)
        .finally(() => {
          last = null;
          this.running.delete(current);
        });
      last = current;
      this.running.add(current);
    }, pauseMs);
    timer.unref();
    this.timers.push(timer);
  }
}
