import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:net';
import { cacheFolder } from '../../libs/host/binary/find-mongod.mjs';
import { SetupError } from '../../tools/setup/messages.mjs';

export const NODE_NAME = 'node-1';

/** Where a cluster keeps all that it has, unless told otherwise. */
export const standardFolder = () => join(cacheFolder(), 'kube');

const fileIn = (folder) => join(folder, 'cluster.json');

/** How the cluster in a folder is reached; undefined while there is none. */
export function readSettings(folder) {
  return existsSync(fileIn(folder)) ? JSON.parse(readFileSync(fileIn(folder), 'utf8')) : undefined;
}

/**
 * Chooses addresses for a cluster. Without a node it is on the loopback address, at ports that are free; with
 * one it has a network of its own, reached from this
 * machine by a link: pods at 10.(200+n), services at 10.(220+n), the node at 10.250.n.2.
 */
export async function chooseSettings(folder, { node }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 6);
  const number = node ? freeNumber() : 0;
  const host = node ? `10.250.${number}.2` : '127.0.0.1';
  const ports = node ? [6443, 2379, 2380, 10_257, 10_259] : await freePorts(5);
  const names = ['apiServer', 'etcd', 'etcdPeers', 'controllerManager', 'scheduler'];
  const settings = {
    folder,
    node,
    host,
    number,
    ports: Object.fromEntries(names.map((name, index) => [name, ports[index]])),
    pods: `10.${200 + number}.0.0/16`,
    services: `10.${220 + number}.0.0/16`,
    firstService: `10.${220 + number}.0.1`,
    dns: `10.${220 + number}.0.10`,
    ...(node && {
      namespace: `skyshelf-${id}`,
      link: `sky${id}`,
      gateway: `10.250.${number}.1`,
      run: `/run/skyshelf-${id}`,
    }),
    server: `https://${host}:${ports[0]}`,
  };
  writeFileSync(fileIn(folder), JSON.stringify(settings, null, 2), { mode: 0o600 });
  return settings;
}

/** The address range of the link tells clusters on one machine apart. */
function freeNumber() {
  const taken = Object.values(networkInterfaces()).flat();
  for (let number = 0; number < 20; number += 1)
    if (!taken.some(({ address }) => address === `10.250.${number}.1`)) return number;
  throw new SetupError('There are 20 clusters on this machine already: end one by "npm run kube -- down".');
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
