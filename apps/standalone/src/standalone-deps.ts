import type { RemoteSource, ServiceName } from '@skyshelf/contracts';
import type { BusOptions } from '@skyshelf/event-bus';
import type { CreatedService } from '@skyshelf/service';
import type { SignIn } from '@skyshelf/local-identity';
import type { ObjectStore } from '@skyshelf/object-store';
import type { CurrentKeys } from '@skyshelf/tokens';
import type { MongoClient } from 'mongodb';
import type pino from 'pino';
import type { ServiceConfigs } from './service-configs.js';
import type { StandaloneConfig } from './standalone.config.js';

export interface StandaloneDeps {
  config: StandaloneConfig;
  configs: ServiceConfigs;
  keys: CurrentKeys;
  client: MongoClient;
  objects: ObjectStore;
  /** Of our own server; absent with another one. */
  databaseFolder?: string;
  signIn: SignIn;
  logs: pino.DestinationStream;
  /** Companion's process. */
  companion?: { address: string; configured: readonly RemoteSource[]; wake(): Promise<void> };
  /** Default: the bus's. */
  retryOptions?: RetryOptions;
}

/** Tries of a handler before its drive is parked, and a consumer's rounds. */
export type RetryOptions = Pick<BusOptions, 'retry' | 'lookRoundMs'>;

/** @throws {Error} before it is made */
export type FindService = (name: ServiceName) => CreatedService;
