import type { EventBus } from '@skyshelf/event-bus';
import type { DomainEvent, Outbox } from '@skyshelf/event-store';
import type { Db, MongoClient } from 'mongodb';
import type { ServiceRuntime } from '../runtime.js';

/**
 * What a service with data of its own needs from the process that starts it. Services widen it with the ports that only they have. `C`: its settings; `E`: the events that it adds
 * to its outbox itself.
 */
export interface StatefulRuntime<C, E extends DomainEvent = never> extends ServiceRuntime {
  client: MongoClient;
  /** The service's own database. */
  db: Db;
  bus: EventBus;
  /** Default: the settings of an installation that sets nothing. */
  config?: C;
  /** The service's events on their way out. Default: those in its database. */
  outbox?: Outbox<E>;
  /**
   * Who publishes this process's events and holds its leases: the same name at each start of a process that owns its data alone, else one of its own.
   * Default: the name of the service.
   */
  relayHolder?: string;
}

/** The runtime of a service with what `defineService` adds. */
export type Opened<R extends StatefulRuntime<unknown>> = R & {
  config: NonNullable<R['config']>;
  relayHolder: string;
  outbox: NonNullable<R['outbox']>;
};
