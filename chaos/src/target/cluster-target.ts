import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startStack, type Stack, type StackServer } from '@skyshelf/stack';
import { companionVictim } from './companion-victim.js';
import { operatorCall } from './operator-call.js';
import { MixedBuilds } from './mixed-builds.js';
import { isWell, operatorOf } from './operator.js';
import { productProcess, type ProductProcess } from './product-process.js';
import { chaosSettings } from './product-settings.js';
import { freePort } from './standalone-target.js';
import { placeProxies, type ServiceProxies } from './service-proxies.js';
import type { Target, Victim } from './target.js';
import { wireOf } from './wire.js';

export interface ClusterOptions {
  product: string;
  /** It contains data and logs of this run. */
  folder: string;
  /** Tells this installation apart from others on the same servers: small letters and digits. */
  name: string;
  stack: Stack;
  stackFolder: string;
  members: 1 | 3;
  env?: Record<string, string> | undefined;
  /**
   * Folder of the version before, on which all begin. Nothing stands before the services then, since they
   * move in a restart.
   */
  previous?: string | undefined;
}

interface RunningProcess {
  name: string;
  replica: number;
  pid: number | null;
  url: string;
  /** The URL of a gateway. */
  publicUrl?: string;
}

const nameOf = ({ name, replica }: RunningProcess): string => `${name}-${replica}`;

const addressesOf = ({ url, publicUrl }: RunningProcess): string[] => (publicUrl ? [url, publicUrl] : [url]);

/** Real servers, each behind a proxy that can cut it off. */
export const startServers = (
  folder: string,
  members: 1 | 3,
  progress: (line: string) => void,
): Promise<Stack> =>
  startStack({ folder, mongod: members, kafka: members, s3: 'versitygw', proxied: true, progress });

/** Two of each service, each its own process behind a proxy of its own, on the servers of a stack. */
export async function startCluster(options: ClusterOptions): Promise<Target> {
  const { name, stack } = options;
  if (options.previous !== undefined) return startBehind(null, options);
  if (!stack.proxies) throw new Error('The stack has no proxies');
  const proxies = await placeProxies(stack.proxies, name);
  try {
    return await startBehind(proxies, options);
  } catch (error) {
    await proxies.remove();
    throw error;
  }
}

async function startBehind(proxies: ServiceProxies | null, options: ClusterOptions): Promise<Target> {
  const { product, folder, name, stack } = options;
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const operator = operatorOf(product, data);
  const builds = options.previous ? new MixedBuilds(folder, options.previous, operator.socket) : null;
  const env = { ...(proxies && { CLUSTER_PORTS: proxies.ports }), ...builds?.env, SKYSHELF_DATA: data };
  const run = processOf(options, { ...env, PORT: String(port) });
  await run.start();
  const processes = () => operatorCall<RunningProcess[]>(operator.socket, 'GET', '/cluster/processes');
  const running = await processes();
  await proxies?.only(running.flatMap(addressesOf));
  const { mongodbUri, s3, kafka } = serversOf(stack);
  const gateways = builds ? [] : running.flatMap(({ publicUrl }) => publicUrl ?? []);
  return {
    gateways: [url, ...gateways],
    victims: [
      ...running.map((each) => serviceVictim(each, processes, proxies)),
      ...stack.servers.map(serverVictim),
      companionVictim(() => run.pid()),
    ],
    endState: {
      mongodbUri,
      databasePrefix: `${name}_`,
      objects: { ...s3, bucket: name },
      fsck: operator.fsck,
    },
    token: operator.token,
    rebuild: operator.rebuild,
    resync: operator.resync,
    ...(builds && { mix: (isPrevious) => builds.mix(running.map(nameOf), isPrevious) }),
    unwell: () => whoIsUnwell(stack, [...gateways, url], processes),
    wire: () => wireOf(kafka, name),
    stop: async () => {
      await run.stop();
      await proxies?.remove();
    },
  };
}

function serversOf({ mongodbUri, s3, kafka }: Stack) {
  if (mongodbUri && s3 && kafka) return { mongodbUri, s3, kafka };
  throw new Error('The stack lacks MongoDB, Kafka or the S3 store');
}

const processOf = (options: ClusterOptions, env: Record<string, string>): ProductProcess =>
  productProcess({
    command: [
      join(options.product, 'node_modules/.bin/node'),
      join(options.product, 'apps/cluster/main.mjs'),
    ],
    env: { ...settingsOf(options), ...env },
    log: join(options.folder, 'cluster.log'),
    readyWithinMs: 240_000,
  });

const settingsOf = ({ name, stackFolder, members, env }: ClusterOptions): Record<string, string> => ({
  ...chaosSettings,
  ...env,
  STACK_FOLDER: stackFolder,
  STACK_MONGOD: String(members),
  STACK_KAFKA: String(members),
  SKYSHELF_DATABASE_PREFIX: `${name}_`,
  KAFKA_TOPIC_PREFIX: name,
  KAFKA_PARTITIONS: '8',
  KAFKA_REPLICATION: String(members),
  S3_BUCKET: name,
});

async function whoIsUnwell(
  { servers }: Stack,
  doors: readonly string[],
  processes: () => Promise<RunningProcess[]>,
): Promise<string[]> {
  const running = await processes().catch(() => null);
  const looks = [
    ...servers.map((server) => ({ name: server.name, well: server.healthy() })),
    ...doors.map((door) => ({ name: door, well: isWell(door) })),
    ...(running ?? []).map(({ name, replica, pid, url }) => ({
      name: `${name}-${replica}, process ${pid} at ${url}`,
      well: pid !== null && isWell(url),
    })),
  ];
  const found = await Promise.all(looks.map(async ({ name, well }) => ((await well) ? [] : [name])));
  return [...(running ? [] : ['the cluster itself']), ...found.flat()];
}

/** Killed, it is started again by the cluster itself. */
function serviceVictim(
  one: RunningProcess,
  processes: () => Promise<RunningProcess[]>,
  proxies: ServiceProxies | null,
): Victim {
  const own = async () => (await processes()).find((each) => nameOf(each) === nameOf(one));
  const cut = proxies?.cutOf(async () => {
    const found = await own();
    return found ? addressesOf(found) : [];
  });
  let struck = 0;
  return {
    name: nameOf(one),
    family: 'service',
    kill: async () => {
      struck = (await own())?.pid ?? 0;
      if (struck > 0) process.kill(struck, 'SIGKILL');
      // Where no one listens connections are refused.
      await cut?.break();
    },
    revive: async () => {
      for (let pid = (await own())?.pid; !pid || pid === struck; pid = (await own())?.pid) await pause(100);
      await cut?.reconnect();
    },
    pause: async () => {
      struck = (await own())?.pid ?? 0;
      if (struck > 0) process.kill(struck, 'SIGSTOP');
    },
    resume: async () => {
      if (struck > 0) process.kill(struck, 'SIGCONT');
    },
    ...(cut && { cut }),
  };
}

function serverVictim(server: StackServer): Victim {
  return {
    name: server.name,
    family: familyOf(server.name),
    kill: () => server.kill(),
    revive: () => server.start(),
    pause: async () => server.pause(),
    resume: async () => server.resume(),
    cut: { break: () => server.cut(), reconnect: () => server.reconnect() },
  };
}

function familyOf(name: string): Victim['family'] {
  if (name.startsWith('mongod')) return 'mongod';
  return name.startsWith('kafka') ? 'kafka' : 's3';
}
