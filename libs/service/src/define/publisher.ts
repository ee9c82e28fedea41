import type { BeforeApplicationShutdown, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { DriveId, ServiceName } from '@skyshelf/contracts';
import { startRelay, type Relay, type RelayOptions } from '@skyshelf/event-bus';
import type { OnServiceStart } from '../runtime.js';
import type { Opened, StatefulRuntime } from './stateful-runtime.js';

export interface StoreLife {
  sides: readonly string[];
  close(): Promise<void>;
  rebuild(drive: DriveId): Promise<unknown>;
  onCommitted: NonNullable<RelayOptions['store']>['onCommitted'];
}

/** Publishes until background work and requests have ended. */
export class Publisher
  implements OnModuleInit, OnServiceStart, BeforeApplicationShutdown, OnApplicationShutdown
{
  private relay: Relay | undefined;

  constructor(
    private readonly service: ServiceName,
    private readonly runtime: Opened<StatefulRuntime<unknown>>,
    private readonly store: StoreLife | undefined,
  ) {}

  onModuleInit(): void {
    this.runtime.bus.registerSource(this.service, this.runtime.outbox);
  }

  async onServiceStart(): Promise<void> {
    const { outbox, bus, db, clock, logger, metrics, relayHolder: holder } = this.runtime;
    const { service, store } = this;
    this.relay = await startRelay({ service, outbox, bus, db, clock, logger, metrics, store, holder });
  }

  /** After `onModuleDestroy`, where the service's own work ends. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.relay?.stop();
  }

  /** The next start publishes the events of late reactions. */
  async onApplicationShutdown(): Promise<void> {
    await this.store?.close();
  }
}
