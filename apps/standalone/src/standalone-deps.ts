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

/** What the services are put together from. */
export interface StandaloneDeps {
  config: StandaloneConfig;
  configs: ServiceConfigs;
  keys: CurrentKeys;
  client: MongoClient;
  objects: ObjectStore;
  /** Of the server next to this process; absent when another has been named. */
  databaseFolder?: string;
  signIn: SignIn;
  logs: pino.DestinationStream;
  /** The process that brings files from elsewhere. */
  companion?: { address: string; configured: readonly RemoteSource[]; wake(): Promise<void> };
  /** Default as the bus has it. */
  retryOptions?: RetryOptions;
}

/** How often a handler of events may fail before its drive is parked, and how often a consumer looks round. */
export type RetryOptions = Pick<BusOptions, 'retry' | 'lookRoundMs'>;

/** Gives a service of this process. @throws {Error} before it is made */
export type FindService = (name: ServiceName) => CreatedService;
