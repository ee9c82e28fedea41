import { loadConfig, mongodbUri as mongodbAddress, setting, type Environment } from '@skyshelf/config';
import { kafkaConfig } from '@skyshelf/event-bus';
import { makeMissing } from '@skyshelf/event-store';
import { objectStoreConfig, objectStoreSettings } from '@skyshelf/object-store/config';
import { createLogger } from '@skyshelf/telemetry';
import type { Db, MongoClient } from 'mongodb';
import { z } from 'zod';
import { databasePlan } from '../define/database-plan.js';
import { connectDatabase, databaseOf, openDatabase } from '../process/open-database.js';
import { processConfig } from '../process/process.config.js';
import {
  bucketOf,
  missingInDatabase,
  topicsOf,
  type PreparedService,
  type Servers,
} from './missing-parts.js';

const { mongodbUri, mongodbCaFile, databasePrefix, publicUrl } = processConfig.shape;

const preparedConfig = z.object({
  mongodbCaFile,
  databasePrefix,
  publicUrl,
  ...kafkaConfig.shape,
  ...objectStoreSettings,
});
type Config = z.infer<typeof preparedConfig>;

const NAME = 'skyshelf prepare';
const sharedUri = z.object({ mongodbUri });
const ownUri = ({ name }: PreparedService) =>
  z.object({
    uri: setting(`MONGODB_URI_${name.toUpperCase()}`, mongodbAddress().optional(), {
      doc: `MONGODB_URI of ${name}, where it has one of its own.`,
      allowed: 'a mongodb:// or mongodb+srv:// address',
      secret: true,
    }),
  });

export interface Preparation {
  missing: string[];
  left: string[];
}

export interface PreparationOptions {
  /** Changes nothing. */
  check: boolean;
  /** Large collections take their time. */
  tell(step: string, done: number, total: number): void;
  signal: AbortSignal;
}

/**
 * Collections and indexes, topics, bucket and rules. Repeatable, also while people work.
 * @throws ConfigError; errors of servers that can't be reached or refuse
 */
export async function prepareInstallation(
  services: readonly PreparedService[],
  env: Environment,
  { check, tell, signal }: PreparationOptions,
): Promise<Preparation> {
  const config = loadConfig(preparedConfig, env, { service: NAME });
  const servers: Servers = {
    name: NAME,
    pageUrl: config.publicUrl,
    kafka: loadConfig(kafkaConfig, env, { service: NAME }),
    objects: loadConfig(objectStoreConfig, env, { service: NAME }),
    logger: createLogger({ service: 'prepare', level: 'silent' }),
  };
  const databases = new Databases(services, env, config);
  try {
    await databases.connect();
    const missing = await missingIn(services, databases, servers);
    if (check || missing.length === 0) return { missing, left: missing };
    for (const [at, service] of services.entries()) {
      signal.throwIfAborted();
      tell(`collections and indexes of ${service.name}`, at, services.length);
      await makeMissing(databases.of(service), await databasePlan(service));
    }
    signal.throwIfAborted();
    tell('topics and bucket', services.length, services.length);
    await topicsOf(publishersOf(services), servers, { makes: true });
    await bucketOf(servers, { makes: true });
    return { missing, left: await missingIn(services, databases, servers) };
  } finally {
    await databases.close();
  }
}

/** One client for each address: services may have users of their own. */
class Databases {
  readonly #clients = new Map<string, MongoClient>();
  readonly #uris: ReadonlyMap<string, string>;

  constructor(
    services: readonly PreparedService[],
    env: Environment,
    private readonly config: Config,
  ) {
    const uriOf = (service: PreparedService) =>
      loadConfig(ownUri(service), env, { service: NAME }).uri ??
      loadConfig(sharedUri, env, { service: NAME }).mongodbUri;
    this.#uris = new Map(services.map((each) => [each.name, uriOf(each)]));
    for (const uri of new Set(this.#uris.values()))
      this.#clients.set(uri, openDatabase('prepare', { ...config, mongodbUri: uri }));
  }

  async connect(): Promise<void> {
    for (const client of this.#clients.values()) await connectDatabase(client, NAME, this.config);
  }

  of({ name }: PreparedService): Db {
    const client = this.#clients.get(this.#uris.get(name) ?? '');
    if (!client) throw new Error(`no database of ${name} was opened`);
    return databaseOf(client, name, this.config);
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) await client.close();
  }
}

const publishersOf = (services: readonly PreparedService[]) =>
  services.filter(({ publishes }) => publishes).map(({ name }) => name);

async function missingIn(
  services: readonly PreparedService[],
  databases: Databases,
  servers: Servers,
): Promise<string[]> {
  const inDatabases = await Promise.all(services.map((each) => missingInDatabase(each, databases.of(each))));
  const topics = await topicsOf(publishersOf(services), servers, { makes: false });
  return [
    ...inDatabases.flat(),
    ...topics.map(({ what }) => what),
    ...(await bucketOf(servers, { makes: false })),
  ];
}
