import {
  createMetrics,
  measureMongo,
  mongoTracingOptions,
  traceMongo,
  type Logger,
} from '@skyshelf/telemetry';
import { keepMongodRunning } from '@skyshelf/host';
import { MongoClient } from 'mongodb';

export interface Database {
  client: MongoClient;
  /** @throws {MongodStartError}, or what keeps the client from connecting */
  connected: Promise<void>;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** Absent: a server of our own is started. */
  uri: string | undefined;
  dbPath: string;
  password: string;
  logger: Logger;
  /** It could not be restarted. */
  onGiveUp(error: Error): void;
}

/** Returns before the server answers: services are made while it starts. */
export async function openDatabase({
  uri,
  dbPath,
  password,
  logger,
  onGiveUp,
}: DatabaseOptions): Promise<Database> {
  const server = uri
    ? null
    : await keepMongodRunning(
        { dbPath, password },
        {
          onExit: (exit) => logger.error({ exit }, 'the database server ended unasked, it is started again'),
          onRestart: (pid) => logger.warn({ pid }, 'the database server runs again'),
          onGiveUp,
        },
      );
  const client = new MongoClient(uri ?? server?.uri ?? '', {
    appName: 'skyshelf',
    maxPoolSize: 64,
    // A killed server is back within a second or two.
    serverSelectionTimeoutMS: 10_000,
    heartbeatFrequencyMS: 2_000,
    ...mongoTracingOptions(),
  });
  traceMongo(client);
  measureMongo(client, createMetrics('standalone'));
  const connected = Promise.resolve(server?.writable).then(async () => void (await client.connect()));
  connected.catch(() => {});
  return {
    client,
    connected,
    stop: async () => {
      await client.close();
      await server?.stop();
    },
  };
}
