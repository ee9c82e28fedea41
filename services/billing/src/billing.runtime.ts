import type { EventBus } from '@skyshelf/event-bus';
import type { ServiceRuntime } from '@skyshelf/service';
import type { Db, MongoClient } from 'mongodb';
import type { BillingConfig } from './billing.config.js';

/** What billing needs from whoever starts it. */
export interface BillingRuntime extends ServiceRuntime {
  client: MongoClient;
  db: Db;
  bus: EventBus;
  /** Defaults of billing.config.ts when absent. */
  config?: BillingConfig;
  /** Who publishes this process's events: the same name at each start of a process that owns its data alone, else one of its own. Default `billing`. */
  relayHolder?: string;
}

/** Injection tokens. */
export const BILLING = Symbol('Billing');
