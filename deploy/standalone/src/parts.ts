import type { ServiceName } from '@skyshelf/contracts';
import type { CreatedService } from '@skyshelf/http';
import type { ObjectStore } from '@skyshelf/object-store';
import type { MongoClient } from 'mongodb';
import type pino from 'pino';
import type { SignIn } from './identity.js';
import type { Secrets } from './secrets.js';
import type { ServiceConfigs } from './service-configs.js';
import type { StandaloneConfig } from './standalone.config.js';

/** What the services are put together from. */
export interface Parts {
  config: StandaloneConfig;
  configs: ServiceConfigs;
  secrets: Secrets;
  client: MongoClient;
  objects: ObjectStore;
  signIn: SignIn;
  logs: pino.DestinationStream;
}

/** Gives a service of this process. @throws {Error} before it is made */
export type FindService = (name: ServiceName) => CreatedService;
