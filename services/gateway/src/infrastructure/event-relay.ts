import type { OnModuleDestroy } from '@nestjs/common';
import { startRelay, type Relay } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { OnServiceStart } from '@skyshelf/service';
import type { GatewayRuntime } from '../gateway.runtime.js';

/** Publishes the gateway's own events: that somebody has an account now. */
export class EventRelay implements OnServiceStart, OnModuleDestroy {
  #relay: Relay | null = null;

  constructor(
    private readonly runtime: GatewayRuntime,
    private readonly outbox: Outbox,
  ) {
    runtime.bus.registerSource('gateway', outbox);
  }

  async onServiceStart(): Promise<void> {
    const { bus, db, clock, logger, metrics, relayHolder = 'gateway' } = this.runtime;
    this.#relay = await startRelay({
      service: 'gateway',
      outbox: this.outbox,
      bus,
      db,
      clock,
      logger,
      metrics,
      holder: relayHolder,
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#relay?.stop();
  }
}
