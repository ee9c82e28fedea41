import { join } from 'node:path';
import type { Environment } from '@skyshelf/config';
import { isAlive } from '@skyshelf/host';
import type { KafkaAccess, S3Access, Stack } from '@skyshelf/stack';
import type { Logger } from '@skyshelf/telemetry';
import type { ClusterConfig } from './cluster.config.js';

export interface Backends {
  mongodbUri: string;
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Separates installations on the same servers. */
const isolation = (config: ClusterConfig): Record<string, string> => ({
  SKYSHELF_DATABASE_PREFIX: config.databasePrefix,
  KAFKA_TOPIC_PREFIX: config.topicPrefix,
  S3_BUCKET: config.bucket,
});

/**
 * External servers with MONGODB_URI, else a running stack, else one in the data folder, stopped with the
 * cluster.
 */
export async function openBackends(
  config: ClusterConfig,
  env: Environment,
  { folder, logger }: { folder: string; logger: Logger },
): Promise<Backends> {
  if (config.mongodbUri !== undefined) return givenBackends(config, config.mongodbUri, env, folder);
  const { startStack } = await import('@skyshelf/stack');
  const stack = await startStack({
    folder: config.stackFolder ?? join(folder, 'stack'),
    ...(config.stackMongod && { mongod: config.stackMongod }),
    ...(config.stackKafka && { kafka: config.stackKafka }),
    ...(config.stackS3 && { s3: config.stackS3 }),
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  const { mongodbUri, kafka, s3 } = stack;
  if (!mongodbUri || !s3 || !kafka)
    throw new Error('The stack of servers lacks MongoDB, Kafka or the S3 store.');
  return {
    mongodbUri,
    env: { ...isolation(config), ...stackEnvironment({ mongodbUri, kafka, s3 }, env) },
    stop: config.stackFolder === undefined ? ownStack(stack, logger) : async () => {},
  };
}

const stackEnvironment = (
  { mongodbUri, kafka, s3 }: { mongodbUri: string; kafka: KafkaAccess; s3: S3Access },
  { KAFKA_PARTITIONS = '8' }: Environment,
): Record<string, string> => ({
  MONGODB_URI: mongodbUri,
  KAFKA_BROKERS: kafka.brokers.join(','),
  KAFKA_USERNAME: kafka.sasl.username,
  KAFKA_PASSWORD: kafka.sasl.password,
  KAFKA_SASL_MECHANISM: kafka.sasl.mechanism,
  KAFKA_TLS: 'off',
  KAFKA_REPLICATION: String(Math.min(3, kafka.brokers.length)),
  KAFKA_PARTITIONS,
  S3_ENDPOINT: s3.endpoint,
  S3_REGION: s3.region,
  S3_ACCESS_KEY: s3.accessKey,
  S3_SECRET_KEY: s3.secretKey,
  ...noneOf('MONGODB_CA_FILE', 'KAFKA_CA_FILE', 'S3_CA_FILE', 'AWS_ROLE_ARN', 'AWS_WEB_IDENTITY_TOKEN_FILE'),
});

/** Clears settings that were given for other servers. */
const noneOf = (...variables: string[]): Record<string, string> =>
  Object.fromEntries(variables.map((each) => [each, '']));

function ownStack(stack: Stack, logger: Logger): () => Promise<void> {
  const stopKeeping = superviseServers(stack.servers, isAlive, logger);
  return async () => {
    await stopKeeping();
    await stack.down();
  };
}

function givenBackends(
  config: ClusterConfig,
  mongodbUri: string,
  env: Environment,
  folder: string,
): Backends {
  return {
    mongodbUri,
    env: {
      ...isolation(config),
      MONGODB_URI: mongodbUri,
      ...(!env.S3_ENDPOINT && { OBJECTS_FOLDER: join(folder, 'objects') }),
    },
    stop: async () => {},
  };
}

interface KeptServer {
  name: string;
  pid(): number;
  start(): Promise<void>;
}

const LOOK_EVERY_MS = 500;

/** @returns ends it, before servers are stopped on purpose */
export function superviseServers(
  servers: readonly KeptServer[],
  isAlive: (pid: number) => boolean,
  logger: Logger,
): () => Promise<void> {
  let look: Promise<void> | null = null;
  const lookRound = async (): Promise<void> => {
    for (const server of servers) {
      if (isAlive(server.pid())) continue;
      logger.error({ server: server.name }, 'a server ended unasked, it is started again');
      await server.start();
      logger.warn({ server: server.name, pid: server.pid() }, 'the server runs again');
    }
  };
  const timer = setInterval(() => {
    look ??= lookRound()
      .catch((error: unknown) => logger.error({ err: error }, 'a server does not start again'))
      .finally(() => (look = null));
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await look;
  };
}
