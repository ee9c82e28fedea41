import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { startRelay, type Relay } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { OnServiceStart } from '@skyshelf/http';
import type { Sweep } from '../application/sweep/sweep.js';
import type { StorageRuntime } from '../storage.runtime.js';

/** What storage does beside requests and events: it publishes and sweeps. */
export class BackgroundWork implements OnModuleInit, OnServiceStart, OnModuleDestroy {
  private relay: Relay | null = null;
  private timer: NodeJS.Timeout | null = null;
  private sweeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly runtime: StorageRuntime,
    private readonly parts: { outbox: Outbox; sweep: Sweep; sweepMs: number },
  ) {}

  onModuleInit(): void {
    this.runtime.bus.registerSource('storage', this.parts.outbox);
  }

  async onServiceStart(): Promise<void> {
    const { bus, db, clock, logger, relayHolder = 'storage' } = this.runtime;
    this.relay = await startRelay({
      service: 'storage',
      outbox: this.parts.outbox,
      bus,
      db,
      clock,
      logger,
      holder: relayHolder,
    });
    this.timer = setInterval(() => this.sweep(), this.parts.sweepMs);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.sweeping;
    await this.relay?.stop();
  }

  private sweep(): void {
    this.sweeping = this.sweeping
      .then(() => this.parts.sweep.run())
      .catch((error: unknown) =>
        this.runtime.logger.error(
          { err: error },
          'the sweep for unfinished and unused bytes failed; it is tried again',
        ),
      );
  }
}
