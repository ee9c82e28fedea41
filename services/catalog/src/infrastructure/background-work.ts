import type { OnApplicationShutdown, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { startRelay, type Relay } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { OnServiceStart } from '@skyshelf/service';
import type { Catalog } from '../application/catalog.js';
import type { DepthCounter } from '../application/processes/depth-counter.js';
import type { ProcessRunner } from '../application/processes/process-runner.js';
import type { ReservationSweep } from '../application/processes/reservation-sweep.js';
import type { CatalogRuntime } from '../catalog.runtime.js';

interface Parts {
  store: Catalog['store'];
  outbox: Outbox;
  processes: ProcessRunner;
  sweep: ReservationSweep;
  depths: DepthCounter;
}

/** A long command of which a replica has died is taken up by another one after at most twice this, milliseconds. */
const LOOK_EVERY_MS = 30_000;

/** What catalog does beside requests and events: it publishes, goes on with long commands and sweeps. */
export class BackgroundWork implements OnModuleInit, OnServiceStart, OnModuleDestroy, OnApplicationShutdown {
  private relay: Relay | null = null;
  private looking: NodeJS.Timeout | undefined;
  private look: Promise<void> = Promise.resolve();

  constructor(
    private readonly runtime: CatalogRuntime,
    private readonly parts: Parts,
  ) {}

  onModuleInit(): void {
    this.runtime.bus.registerSource('catalog', this.parts.outbox);
  }

  async onServiceStart(): Promise<void> {
    const { bus, db, clock, logger, metrics, relayHolder: holder = 'catalog' } = this.runtime;
    const { store, outbox, processes, sweep } = this.parts;
    this.relay = await startRelay({
      service: 'catalog',
      outbox,
      bus,
      db,
      clock,
      logger,
      metrics,
      store,
      holder,
    });
    sweep.start();
    await processes.resume();
    this.looking = setInterval(() => this.lookForStalled(), LOOK_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.looking);
    await this.look;
    const { sweep, processes, depths } = this.parts;
    await Promise.all([sweep.stop(), processes.stop(), depths.stop()]);
    await this.relay?.stop();
  }

  private lookForStalled(): void {
    const { logger } = this.runtime;
    this.look = this.look
      .then(() => this.parts.processes.takeUpStalled())
      .catch((error: unknown) => logger.warn({ err: error }, 'Stalled processes could not be looked for.'));
  }

  /** Last, when the reactions have ended too. What they did is published after the next start. */
  async onApplicationShutdown(): Promise<void> {
    await this.parts.store.close();
  }
}
