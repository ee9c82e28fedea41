import type { EventBus } from '@skyshelf/event-bus';
import type { Outbox } from '@skyshelf/event-store';
import type { Db, MongoClient } from 'mongodb';
import type { ServiceRuntime } from '../runtime.js';

/** What a service with data of its own needs from whoever starts it. Services widen it with the ports that only they have. */
export interface StatefulRuntime<C> extends ServiceRuntime {
  client: MongoClient;
  /** The service's own database. */
  db: Db;
  bus: EventBus;
  /** Default: the settings of an installation that sets nothing. */
  config?: C;
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
  /** The service's events on their way out. */
  outbox: Outbox;
};
