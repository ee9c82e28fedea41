import { startRelay, type Relay } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { OnServiceStart } from '@skyshelf/service';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Billing } from '../application/billing.js';
import type { BillingRuntime } from '../billing.runtime.js';

/** Publishes what happened to plans and settings, from the start of background work until the last request is finished. */
export class Publisher implements OnServiceStart, OnModuleDestroy {
  private relay: Relay | undefined;

  constructor(
    private readonly runtime: BillingRuntime,
    private readonly outbox: Outbox,
    private readonly store: Billing['store'],
  ) {}

  async onServiceStart(): Promise<void> {
    const { bus, db, clock, logger, metrics, relayHolder: holder = 'billing' } = this.runtime;
    const { outbox, store } = this;
    this.relay = await startRelay({
      service: 'billing',
      holder,
      outbox,
      store,
      bus,
      db,
      clock,
      logger,
      metrics,
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.relay?.stop();
    await this.store.close();
  }
}
