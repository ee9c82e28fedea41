import type { EventBus } from '@skyshelf/event-bus';
import type { ServiceRuntime } from '@skyshelf/service';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Db, MongoClient } from 'mongodb';
import type { Kinds } from './application/kind.js';
import type { MediaConfig } from './media.config.js';

/** What media needs from whoever starts it. */
export interface MediaRuntime extends ServiceRuntime {
  client: MongoClient;
  db: Db;
  bus: EventBus;
  /** Sources are read here; results go through storage, who records them. */
  objects: ObjectStore;
  /** Defaults of media.config.ts when absent. */
  config?: MediaConfig;
  /** What there is to make; default: kinds/registry.ts. */
  kinds?: Kinds;
  /** Who publishes this process's events and works on its jobs: the same name at each start of a process that owns its data alone, else one of its own. Default `media`. */
  relayHolder?: string;
}
