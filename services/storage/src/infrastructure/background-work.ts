import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { startRelay, type Relay } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { OnServiceStart } from '@skyshelf/service';
import type { AnnounceUnclaimed } from '../application/announce-unclaimed.js';
import type { Sweep } from '../application/sweep/sweep.js';
import type { StorageRuntime } from '../storage.runtime.js';

interface Work {
  outbox: Outbox;
  sweep: Sweep;
  sweepMs: number;
  announcing: AnnounceUnclaimed;
  announceMs: number;
}

/** What storage does beside requests and events: it publishes, announces and sweeps. */
export class BackgroundWork implements OnModuleInit, OnServiceStart, OnModuleDestroy {
  private relay: Relay | null = null;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly runtime: StorageRuntime,
    private readonly work: Work,
  ) {}

  onModuleInit(): void {
    this.runtime.bus.registerSource('storage', this.work.outbox);
  }

  async onServiceStart(): Promise<void> {
    const { bus, db, clock, logger, metrics, relayHolder = 'storage' } = this.runtime;
    const { outbox, sweep, sweepMs, announcing, announceMs } = this.work;
    this.relay = await startRelay({
      service: 'storage',
      outbox,
      bus,
      db,
      clock,
      logger,
      metrics,
      holder: relayHolder,
    });
    this.every(sweepMs, 'the sweep for unfinished and unused bytes', () => sweep.run());
    this.every(announceMs, 'the announcement of uploads', () => announcing.run());
  }

  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running);
    await this.relay?.stop();
  }

  /** One run at a time; a run that takes longer than the pause delays the next. */
  private every(pauseMs: number, what: string, run: () => Promise<unknown>): void {
    let last: Promise<unknown> | null = null;
    const timer = setInterval(() => {
      if (last) return;
      const failed = (error: unknown) =>
        this.runtime.logger.error({ err: error }, `${what} failed; it is tried again`);
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
