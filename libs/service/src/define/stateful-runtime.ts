import type { EventBus } from '@skyshelf/event-bus';
import type { DomainEvent, Outbox, RestoreEpochs } from '@skyshelf/event-store';
import type { Db, MongoClient } from 'mongodb';
import { DomainError } from '@skyshelf/contracts';
import type { ServiceRuntime } from '../runtime.js';

/** `C`: settings; `E`: events the service adds to its outbox itself. */
export interface StatefulRuntime<C, E extends DomainEvent = never> extends ServiceRuntime {
  client: MongoClient;
  db: Db;
  bus: EventBus;
  /** Default: an unconfigured installation's. */
  config?: C;
  /** Default: as its database has them. */
  epochs?: RestoreEpochs;
  /** Default: in its database. */
  outbox?: Outbox<E>;
  /**
   * Holder of the relay's leases: a sole owner keeps the name over restarts, replicas have unique ones.
   * Default: the service's name.
   */
  relayHolder?: string;
}

export type Opened<R extends StatefulRuntime<unknown>> = R & {
  config: NonNullable<R['config']>;
  relayHolder: string;
  epochs: RestoreEpochs;
  outbox: NonNullable<R['outbox']>;
};

/** Effects on a drive being deleted are rightly lost. */
export async function unlessClosed(effect: Promise<unknown>): Promise<void> {
  try {
    await effect;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'drive.closed') throw error;
  }
}
