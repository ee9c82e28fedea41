import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { startRelay, type Relay } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { OnServiceStart } from '@skyshelf/http';
import type { Catalog } from '../application/catalog.js';
import type { PurgeRunner } from '../application/processes/purge-runner.js';
import type { ReservationSweep } from '../application/processes/reservation-sweep.js';
import type { CatalogRuntime } from '../catalog.runtime.js';

/** What catalog does beside requests and events: it publishes, purges and sweeps. */
export class BackgroundWork implements OnModuleInit, OnServiceStart, OnModuleDestroy {
  private relay: Relay | null = null;

  constructor(
    private readonly runtime: CatalogRuntime,
    private readonly parts: {
      store: Catalog['store'];
      outbox: Outbox;
      purges: PurgeRunner;
      sweep: ReservationSweep;
    },
  ) {}

  onModuleInit(): void {
    this.runtime.bus.registerSource('catalog', this.parts.outbox);
  }

  async onServiceStart(): Promise<void> {
    const { bus, db, clock, logger, relayHolder = 'catalog' } = this.runtime;
    const { store, outbox, purges, sweep } = this.parts;
    this.relay = await startRelay({
      service: 'catalog',
      outbox,
      bus,
      db,
      clock,
      logger,
      store,
      holder: relayHolder,
    });
    sweep.start();
    await purges.resume();
  }

  async onModuleDestroy(): Promise<void> {
    const { store, purges, sweep } = this.parts;
    await Promise.all([sweep.stop(), purges.stop()]);
    await store.close();
    await this.relay?.stop();
  }
}
