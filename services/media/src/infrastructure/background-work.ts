import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { startRelay, type Relay } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { OnServiceStart } from '@skyshelf/service';
import type { JobRunner } from '../application/job-runner.js';
import type { JobQueue } from './job-queue.js';
import type { MediaRuntime } from '../media.runtime.js';

/** What media does beside requests and events: it publishes and works on jobs. */
export class BackgroundWork implements OnModuleInit, OnServiceStart, OnModuleDestroy {
  private relay: Relay | null = null;

  constructor(
    private readonly runtime: MediaRuntime,
    private readonly parts: { outbox: Outbox; queue: JobQueue; runner: JobRunner },
  ) {}

  onModuleInit(): void {
    this.runtime.bus.registerSource('media', this.parts.outbox);
  }

  async onServiceStart(): Promise<void> {
    const { bus, db, clock, logger, metrics, relayHolder = 'media' } = this.runtime;
    this.relay = await startRelay({
      service: 'media',
      outbox: this.parts.outbox,
      bus,
      db,
      clock,
      logger,
      metrics,
      holder: relayHolder,
    });
    await this.parts.queue.takeBack();
    this.parts.runner.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.parts.runner.stop();
    await this.relay?.stop();
  }
}
