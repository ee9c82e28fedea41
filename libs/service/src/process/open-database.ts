import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, readAuthority, refusedCertificate } from '@skyshelf/config';
import { type Logger, mongoTracingOptions, traceMongo } from '@skyshelf/telemetry';
import { type Db, MongoClient } from 'mongodb';
import type { ServiceName } from '@skyshelf/contracts';
import type { ProcessConfig } from './process.config.js';

/**
 * A new primary takes 2 or 3 s. A silent member is given up after `connectTimeoutMS`. Without a primary calls
 * wait `serverSelectionTimeoutMS`.
 */
const failover = {
  serverSelectionTimeoutMS: 10_000,
  heartbeatFrequencyMS: 2_000,
  connectTimeoutMS: 4_000,
  maxPoolSize: 64,
} as const;

/**
 * Opens the database without connecting.
 * @throws ConfigError for an authority that can't be read, or without TLS
 */
export function openDatabase(
  name: string,
  { mongodbUri, mongodbCaFile }: Pick<ProcessConfig, 'mongodbUri' | 'mongodbCaFile'>,
): MongoClient {
  readAuthority(name, 'MONGODB_CA_FILE', mongodbCaFile);
  const client = new MongoClient(mongodbUri, {
    appName: `skyshelf-${name}`,
    ...failover,
    ...(mongodbCaFile !== undefined && { tlsCAFile: mongodbCaFile }),
    ...mongoTracingOptions(),
  });
  if (mongodbCaFile !== undefined && !client.options.tls)
    throw new ConfigError(name, [
      'MONGODB_URI: says no tls=true, though MONGODB_CA_FILE is given. Only a certificate needs an authority.',
    ]);
  traceMongo(client);
  return client;
}

/** @throws ConfigError for an untrusted certificate; errors of servers that can't be reached */
export async function connectDatabase(
  client: MongoClient,
  name: string,
  { mongodbCaFile }: Pick<ProcessConfig, 'mongodbCaFile'>,
): Promise<void> {
  await client.connect().catch((error: unknown) => {
    throw refusedCertificate(name, 'MONGODB_CA_FILE', mongodbCaFile, error);
  });
}

export const databaseOf = (
  client: MongoClient,
  service: ServiceName,
  { databasePrefix }: Pick<ProcessConfig, 'databasePrefix'>,
): Db => client.db(databaseName(service, databasePrefix));

export const databaseName = (service: ServiceName, prefix = ''): string => `${prefix}skyshelf_${service}`;

const CONNECT_TIMEOUT_MS = 240_000;
const AGAIN_MS = 2_000;

interface ConnectOptions {
  /** Server and user may come later. */
  waits: boolean;
  logger: Logger;
  againMs?: number;
}

/** @throws the last failure: at once without `waits` or for wrong settings, else after four minutes */
export async function connectWithRetries(
  connect: () => Promise<unknown>,
  { waits, logger, againMs = AGAIN_MS }: ConnectOptions,
): Promise<void> {
  const until = performance.now() + (waits ? CONNECT_TIMEOUT_MS : 0);
  for (let reported = ''; ; await pause(againMs)) {
    try {
      await connect();
      return;
    } catch (error) {
      if (error instanceof ConfigError || performance.now() > until) throw error;
      const { message } = error as Error;
      if (message !== reported) logger.warn({ err: error }, 'waits for MongoDB');
      reported = message;
    }
  }
}
