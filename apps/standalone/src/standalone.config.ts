import {
  mongodbUri,
  port,
  setting,
  checkConfigs,
  loadConfig,
  type ConfiguredProcess,
  type Environment,
} from '@skyshelf/config';
import { listenSettings } from '@skyshelf/data-folder';
import {
  adminSettings,
  readOnlySettings,
  internalSettings,
  metricsToken,
  telemetrySettings,
  type CreatedService,
} from '@skyshelf/service';
import { z } from 'zod';
import { companionConfig } from '@skyshelf/companion';
import { serviceList, services } from '@skyshelf/services';
import type { RemoteSource, ServiceName } from '@skyshelf/contracts';
import type { BusOptions, EventBus, InProcessBusOptions } from '@skyshelf/event-bus';
import type { SignIn } from '@skyshelf/local-identity';
import type { ObjectStore } from '@skyshelf/object-store';
import type { CurrentKeys } from '@skyshelf/tokens';
import type { MongoClient } from 'mongodb';
import type pino from 'pino';

/** The services' own settings come on top. */
const standaloneConfig = z.object({
  ...adminSettings,
  ...readOnlySettings,
  ...telemetrySettings,
  ...listenSettings,
  internalHost: internalSettings.internalHost,
  internalPort: setting('INTERNAL_PORT', port().min(1).optional(), {
    doc: 'A port at which Prometheus reads `/metrics`. Without it only the socket in the data folder serves them.',
  }),
  metricsToken,
  mongodbUri: setting('MONGODB_URI', mongodbUri().optional(), {
    doc: 'A MongoDB replica set (6.0 or newer) to use instead of the bundled server.',
    allowed: 'a mongodb:// or mongodb+srv:// address, special characters of its password percent-encoded',
    secret: true,
  }),
});
export type StandaloneConfig = z.infer<typeof standaloneConfig>;

type Services = typeof services;

export type ServiceConfigs = { [Name in keyof Services]: Readonly<z.infer<Services[Name]['config']>> };

/** @throws ConfigError that names every wrong variable */
export function readSettings(env: Environment): { config: StandaloneConfig; configs: ServiceConfigs } {
  checkConfigs(configuredProcesses, env, { service: 'Skyshelf' });
  const own = serviceList.map(({ name, config }) => [name, loadConfig(config, env, { service: name })]);
  return {
    config: loadConfig(standaloneConfig, env, { service: 'Skyshelf' }),
    // Each by its own schema, whose type the list has.
    configs: Object.fromEntries(own) as ServiceConfigs,
  };
}

export const configuredProcesses: readonly ConfiguredProcess[] = [
  { name: 'standalone', schema: standaloneConfig },
  ...serviceList.map(({ name, config }) => ({ name, schema: config })),
  { name: 'companion', schema: companionConfig },
];

export interface StandaloneDeps {
  config: StandaloneConfig;
  configs: ServiceConfigs;
  keys: CurrentKeys;
  client: MongoClient;
  /** Nothing is asked of it before. Default: it answers already. */
  connected?: Promise<void>;
  objects: ObjectStore;
  /** The folder of our own server; absent with another one. */
  databaseFolder?: string;
  signIn: SignIn;
  logs: pino.DestinationStream;
  companion?: { address: string; configured: readonly RemoteSource[]; wake(): Promise<void> };
  /** Default: the bus's. */
  retryOptions?: RetryOptions;
}

export interface RetryOptions extends Pick<BusOptions, 'retry' | 'pollMs'> {
  /** Default: in process. */
  openBus?(options: InProcessBusOptions): EventBus;
}

/** @throws {Error} before it is made */
export type FindService = (name: ServiceName) => CreatedService;
