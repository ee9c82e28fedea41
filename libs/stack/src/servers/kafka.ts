import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Launch } from '../processes/spawn-server.js';
import { listBrokers, type KafkaUser } from './kafka-metadata.js';
import type { ServerPlan } from './server-plan.js';

/** `broker` and `controller` are between brokers, even when `client` is behind a proxy. */
export interface BrokerPorts {
  client: number;
  broker: number;
  controller: number;
  advertised: number;
}

export interface KafkaPlanOptions {
  program(): Promise<{ java: string; classPath: string; bootstrap: string }>;
  id: number;
  folder: string;
  clusterId: string;
  brokers: readonly BrokerPorts[];
  user: KafkaUser;
  brokerPassword: string;
}

/** Enough for 86,000 messages a second and some 1,000 partitions. */
const HEAP = '-Xmx192m';

/** Each broker is also a controller (KRaft), one of one or three. */
export function kafkaPlan(options: KafkaPlanOptions): ServerPlan {
  const { id, folder, brokers } = options;
  const ports = portsOf(options);
  return {
    name: `kafka-${id}`,
    folder,
    port: ports.client,
    clientPort: ports.advertised,
    // A controlled shutdown needs a majority of controllers, which is missing when all stop together.
    stopTimeoutMs: brokers.length > 1 ? 4_000 : 8_000,
    prepare: () => prepare(options),
    serves: async (port) => (await listBrokers(port, options.user)).includes(id),
  };
}

function portsOf({ brokers, id }: KafkaPlanOptions): BrokerPorts {
  const ports = brokers[id - 1];
  if (!ports) throw new Error(`There is no broker ${id} among ${brokers.length}`);
  return ports;
}

async function prepare(options: KafkaPlanOptions): Promise<Launch> {
  const { java, classPath, bootstrap } = await options.program();
  const { folder } = options;
  format(options, bootstrap);
  const settings = join(folder, 'server.properties');
  writeFileSync(settings, properties(options), { mode: 0o600 });
  return {
    command: java,
    args: [
      // C1 only: 266 instead of 406 ticks of CPU for a start.
      HEAP,
      ...'-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto'.split(' '),
      '-Dorg.slf4j.simpleLogger.showDateTime=true',
      '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
      '-cp',
      `${classPath}/*`,
      'kafka.Kafka',
      settings,
    ],
  };
}

/**
 * Like `StorageTool format`, but instant: the file that is equal for every broker comes from the cache, the
 * other one holds the names.
 */
function format({ folder, id, clusterId }: KafkaPlanOptions, bootstrap: string): void {
  const data = join(folder, 'data');
  const meta = join(data, 'meta.properties');
  if (existsSync(meta)) return;
  mkdirSync(data, { recursive: true });
  copyFileSync(bootstrap, join(data, 'bootstrap.checkpoint'));
  const directoryId = `A${randomBytes(16).toString('base64url').slice(1)}`;
  writeFileSync(
    meta,
    lines({ version: 1, 'cluster.id': clusterId, 'node.id': id, 'directory.id': directoryId }),
  );
}

function properties(options: KafkaPlanOptions): string {
  const { id, folder, brokers } = options;
  const own = portsOf(options);
  const at = (port: number) => `127.0.0.1:${port}`;
  const copies = brokers.length;
  const inSync = copies > 1 ? 2 : 1;
  return lines({
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.voters': brokers
      .map(({ controller }, index) => `${index + 1}@${at(controller)}`)
      .join(),
    listeners: `CLIENT://${at(own.client)},BROKER://${at(own.broker)},CONTROLLER://${at(own.controller)}`,
    'advertised.listeners': `CLIENT://${at(own.advertised)},BROKER://${at(own.broker)}`,
    ...signIn(options),
    'inter.broker.listener.name': 'BROKER',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': join(folder, 'data'),
    'auto.create.topics.enable': false,
    'default.replication.factor': copies,
    'min.insync.replicas': inSync,
    'offsets.topic.num.partitions': 8,
    'offsets.topic.replication.factor': copies,
    'transaction.state.log.num.partitions': 4,
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': inSync,
    'share.coordinator.state.topic.num.partitions': 4,
    'share.coordinator.state.topic.replication.factor': copies,
    'share.coordinator.state.topic.min.isr': inSync,
    // The default of 128 MB does not fit into the heap.
    'log.cleaner.dedupe.buffer.size': 8_388_608,
    'group.initial.rebalance.delay.ms': 0,
    // Expired data goes within seconds, not minutes.
    'log.retention.check.interval.ms': 10_000,
    // Consumer sessions as short as quick recovery needs; the default floor is 6 s.
    'group.min.session.timeout.ms': 1_000,
    // A killed broker is noticed, and may come back, within seconds.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
  });
}

/** Applies to every listener; brokers and controllers use a user of their own. */
function signIn({ user, brokerPassword }: KafkaPlanOptions): Record<string, string> {
  const member = { username: 'broker', password: brokerPassword };
  const login = 'org.apache.kafka.common.security.plain.PlainLoginModule required';
  const admits = ({ username, password }: KafkaUser) => `user_${username}="${password}"`;
  const asMember = `${login} username="${member.username}" password="${member.password}" ${admits(member)};`;
  return {
    'listener.security.protocol.map': 'CLIENT:SASL_PLAINTEXT,BROKER:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT',
    'sasl.enabled.mechanisms': 'PLAIN',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'sasl.mechanism.controller.protocol': 'PLAIN',
    'listener.name.client.plain.sasl.jaas.config': `${login} ${admits(user)};`,
    'listener.name.broker.plain.sasl.jaas.config': asMember,
    'listener.name.controller.plain.sasl.jaas.config': asMember,
  };
}

function lines(settings: Record<string, string | number | boolean>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
