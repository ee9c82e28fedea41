import type { EventBus } from '@skyshelf/event-bus';
import type { ServiceRuntime } from '@skyshelf/service';
import type { Db, MongoClient } from 'mongodb';
import type { CatalogConfig } from './catalog.config.js';

/** What catalog needs from whoever starts it. */
export interface CatalogRuntime extends ServiceRuntime {
  client: MongoClient;
  db: Db;
  bus: EventBus;
  /** Defaults of catalog.config.ts when absent. */
  config?: CatalogConfig;
  /**
   * Who publishes this process's events: the same name at each start of a process that owns its data alone,
   * else one of its own. Default `catalog`.
   */
  relayHolder?: string;
}

/** Injection tokens. */
export const CATALOG = Symbol('Catalog');
export const LINK_PROVIDERS = Symbol('LinkProviders');
export const LISTINGS = Symbol('Listings');
export const PROCESSES = Symbol('ProcessRunner');
