import { loadConfig, type Environment } from '@skyshelf/config';
import { kafkaConfig } from '@skyshelf/event-bus';
import { makeMissing } from '@skyshelf/event-store';
import { objectStoreConfig, objectStoreSettings } from '@skyshelf/object-store/config';
import { createLogger } from '@skyshelf/telemetry';
import type { MongoClient } from 'mongodb';
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

/** As the services read them. */
const preparedConfig = z.object({
  mongodbUri,
  mongodbCaFile,
  databasePrefix,
  publicUrl,
  ...kafkaConfig.shape,
  ...objectStoreSettings,
});
type Config = z.infer<typeof preparedConfig>;

const NAME = 'skyshelf prepare';

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
  const client = openDatabase('prepare', config);
  try {
    await connectDatabase(client, NAME, config);
    const missing = await missingIn(services, client, config, servers);
    if (check || missing.length === 0) return { missing, left: missing };
    for (const [at, service] of services.entries()) {
      signal.throwIfAborted();
      tell(`collections and indexes of ${service.name}`, at, services.length);
      await makeMissing(databaseOf(client, service.name, config), await databasePlan(service));
    }
    signal.throwIfAborted();
    tell('topics and bucket', services.length, services.length);
    await topicsOf(publishersOf(services), servers, { makes: true });
    await bucketOf(servers, { makes: true });
    return { missing, left: await missingIn(services, client, config, servers) };
  } finally {
    await client.close();
  }
}

const publishersOf = (services: readonly PreparedService[]) =>
  services.filter(({ publishes }) => publishes).map(({ name }) => name);

async function missingIn(
  services: readonly PreparedService[],
  client: MongoClient,
  config: Config,
  servers: Servers,
): Promise<string[]> {
  const databases = await Promise.all(
    services.map((each) => missingInDatabase(each, databaseOf(client, each.name, config))),
  );
  const topics = await topicsOf(publishersOf(services), servers, { makes: false });
  return [
    ...databases.flat(),
    ...topics.map(({ what }) => what),
    ...(await bucketOf(servers, { makes: false })),
  ];
}
