import {
  mongodbUri,
  setting,
  wholeNumber,
  checkConfigs,
  loadConfig,
  type ConfiguredProcess,
  type Environment,
} from '@skyshelf/config';
import { listenSettings } from '@skyshelf/data-folder';
import { kafkaConfig } from '@skyshelf/event-bus';
import { processConfig, telemetrySettings } from '@skyshelf/service';
import { objectStoreSettings } from '@skyshelf/object-store';
import { z } from 'zod';
import { companionConfig } from '@skyshelf/companion';
import type { GatewayConfig } from '@skyshelf/gateway';
import { serviceList, services } from '@skyshelf/services';
import type { SlotPorts } from './process-plan.js';

const serverCount = z
  .enum(['1', '3'])
  .transform((count) => (count === '3' ? 3 : 1))
  .optional();

const portPairs = z
  .string()
  .regex(/^\d{1,5}(:\d{1,5})?(,\d{1,5}(:\d{1,5})?)*$/)
  .transform((text) => text.split(',').map(portsOf))
  .optional();

function portsOf(text: string): SlotPorts {
  const [listening = '', reached = listening] = text.split(':');
  return { listening: Number(listening), reached: Number(reached) };
}

/** The services' own settings come on top. */
export const clusterConfig = z.object({
  ...telemetrySettings,
  ...listenSettings,
  mongodbUri: setting('MONGODB_URI', mongodbUri().optional(), {
    doc: 'A MongoDB replica set to use instead of a stack of servers; Kafka and the S3 store are then those of the services’ own settings.',
    allowed: 'a mongodb:// or mongodb+srv:// address, special characters of its password percent-encoded',
    secret: true,
  }),
  stackFolder: setting('STACK_FOLDER', z.string().min(1).optional(), {
    doc: 'The folder of a running stack of servers (`npm run stack -- up`) to use instead of one of its own.',
    standard: '`stack` in the data folder',
  }),
  stackMongod: setting('STACK_MONGOD', serverCount, {
    doc: 'Members of the MongoDB replica set of its stack.',
    standard: '1, or as the folder has them',
  }),
  stackKafka: setting('STACK_KAFKA', serverCount, {
    doc: 'Kafka brokers of its stack.',
    standard: '1, or as the folder has them',
  }),
  stackS3: setting('STACK_S3', z.enum(['versitygw', 'minio']).optional(), {
    doc: 'The S3 store of its stack.',
    standard: 'versitygw, or as the folder has it',
  }),
  // They tell several installations on one stack apart.
  databasePrefix: processConfig.shape.databasePrefix,
  topicPrefix: kafkaConfig.shape.kafkaTopicPrefix,
  bucket: objectStoreSettings.s3Bucket,
  ports: setting('CLUSTER_PORTS', portPairs, {
    doc: 'Ports of the loopback address for the processes, each with the port of your proxy in front of it.',
    allowed: 'ports separated by commas, `listening:reached` where a proxy stands before one',
    standard: 'free ones, without proxies',
  }),
  buildsFile: setting('CLUSTER_BUILDS_FILE', z.string().min(1).optional(), {
    doc: 'A JSON file that names the folder of another build for some processes, `{"catalog-1": "/builds/before"}`; read whenever one is started. For tests of an upgrade.',
  }),
  drainMs: setting('DRAIN_MS', wholeNumber(0, 600_000).default(2_000), {
    doc: 'How long a process that is being restarted still accepts requests while it reports that it is not ready, in milliseconds.',
  }),
  trustedProxies: setting('TRUSTED_PROXIES', wholeNumber(0, 10).optional(), {
    doc: 'The number of your reverse proxies in front of the cluster; their X-Forwarded-For and X-Forwarded-Host are trusted. Default: none; required if PUBLIC_URL is not on this machine.',
  }),
});
export type ClusterConfig = z.infer<typeof clusterConfig>;

const configured: readonly ConfiguredProcess[] = [
  { name: 'cluster', schema: clusterConfig },
  ...serviceList.map(({ name, config }) => ({ name, schema: config })),
  { name: 'companion', schema: companionConfig },
];

/**
 * Reads the settings and checks those of the services before anything starts.
 * @throws ConfigError that names every wrong variable
 */
export function readSettings(env: Environment): {
  config: ClusterConfig;
  gateway: GatewayConfig;
} {
  checkConfigs(configured, env, { service: 'Skyshelf' });
  return {
    config: loadConfig(clusterConfig, env, { service: 'Skyshelf' }),
    gateway: loadConfig(services.gateway.config, env, { service: 'gateway' }),
  };
}
