import type { EventBus } from '@skyshelf/event-bus';
import type { ServiceRuntime } from '@skyshelf/service';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Db, MongoClient } from 'mongodb';
import type { StorageConfig } from './storage.config.js';

/** What storage needs from whoever starts it. */
export interface StorageRuntime extends ServiceRuntime {
  client: MongoClient;
  db: Db;
  bus: EventBus;
  objects: ObjectStore;
  /** Where the database has its files, when that is a disk of this machine: uploads must not fill it. */
  databaseFolder?: string;
  /** Defaults of storage.config.ts when absent. */
  config?: StorageConfig;
  /** Who publishes this process's events: the same name at each start of a process that owns its data alone, else one of its own. Default `storage`. */
  relayHolder?: string;
}

export const STORAGE_CLOCK = Symbol('Clock');
