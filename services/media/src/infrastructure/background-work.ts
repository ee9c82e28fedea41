import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { startRelay, type Relay } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { OnServiceStart } from '@skyshelf/service';
import type { Kind } from '../application/kind.js';
import type { Workers } from '../application/workers.js';
import type { MediaRuntime } from '../media.runtime.js';
import type { MongoJobQueue } from './job-queue.js';
import { removeLeftWorkspaces } from './workspaces.js';

export interface BackgroundDeps {
  outbox: Outbox;
  queue: MongoJobQueue;
  workers: Workers;
  kinds: readonly Kind[];
}

/** What media does besides requests and events: it publishes and works on jobs. */
export class BackgroundWork implements OnModuleInit, OnServiceStart, OnModuleDestroy {
  private relay: Relay | null = null;

  constructor(
    private readonly runtime: MediaRuntime,
    private readonly deps: BackgroundDeps,
  ) {}

  onModuleInit(): void {
    this.runtime.bus.registerSource('media', this.deps.outbox);
  }

  async onServiceStart(): Promise<void> {
    const { bus, db, clock, logger, metrics, relayHolder = 'media' } = this.runtime;
    this.relay = await startRelay({
      service: 'media',
      outbox: this.deps.outbox,
      bus,
      db,
      clock,
      logger,
      metrics,
      holder: relayHolder,
    });
    await removeLeftWorkspaces();
    await this.deps.queue.takeBack();
    this.deps.workers.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.deps.workers.stop();
    for (const { tool } of this.deps.kinds) tool.close?.();
    await this.relay?.stop();
  }
}
