import { ConfigError, readAuthority, refusedCertificate } from '@skyshelf/config';
import { mongoTracingOptions, traceMongo } from '@skyshelf/telemetry';
import { MongoClient, type Db } from 'mongodb';
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
 * Not connected yet.
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
