import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { operatorCall } from './operator-call.js';
import { productProcess, type ProductProcess } from './product-process.js';
import { chaosSettings } from './product-settings.js';
import type { Target, Victim } from './target.js';

export interface StandaloneOptions {
  /** Folder of the built product: the repository, or a copy with a planted bug. */
  product: string;
  /** For data and logs of this run. */
  folder: string;
  /** Put before the command. */
  wrapper?: readonly string[];
  env?: Record<string, string>;
}

/** The standalone: one process and its MongoDB server. */
export async function startStandalone({
  product,
  folder,
  wrapper = [],
  env,
}: StandaloneOptions): Promise<Target> {
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...chaosSettings, ...env, SKYSHELF_DATA: data, PORT: String(port) };
  const node = join(product, 'node_modules/.bin/node');
  const run = productProcess({
    command: [...wrapper, node, join(product, 'deploy/standalone/dist/main.js')],
    env: settings,
    log: join(folder, 'standalone.log'),
    readyWithinMs: 120_000,
  });
  const socket = join(data, 'run/ops.sock');
  await run.start();
  return {
    gateways: [url],
    victims: [theProcess(run, data, wrapper.length > 0), theDatabase(data)],
    endState: {
      mongodbUri: `mongodb://127.0.0.1:${owner(data).port}/?directConnection=true`,
      databasePrefix: '',
      objects: { folder: join(data, 'objects') },
      fsck: {
        command: [node, join(product, 'deploy/standalone/dist/cli.js'), 'fsck'],
        env: { SKYSHELF_DATA: data },
      },
    },
    token: async (user) =>
      (await operatorCall<{ access_token: string }>(socket, 'POST', '/internal/token', { user }))
        .access_token,
    rebuild: async (drive) =>
      void (await operatorCall(socket, 'POST', '/operations/rebuild', drive ? { drive } : {})),
    healthy: async () => {
      const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => null,
      );
      return answer?.status === 200;
    },
    stop: () => run.stop(),
  };
}

function theProcess(run: ProductProcess, data: string, wrapped: boolean): Victim {
  const pid = () => (wrapped ? (note(data, 'run/holder.json') as { pid: number }).pid : run.pid());
  return {
    name: 'standalone',
    family: 'service',
    kill: async () => {
      if (wrapped) process.kill(pid(), 'SIGKILL');
      await run.kill();
    },
    revive: () => run.start(),
    pause: () => process.kill(pid(), 'SIGSTOP'),
    resume: () => process.kill(pid(), 'SIGCONT'),
  };
}

/** Started again by the product itself. */
function theDatabase(data: string): Victim {
  let killed = 0;
  return {
    name: 'mongod',
    family: 'mongod',
    kill: async () => {
      killed = owner(data).mongodPid;
      process.kill(killed, 'SIGKILL');
    },
    revive: async () => {
      while (owner(data).mongodPid === killed) await pause(50);
    },
    pause: () => process.kill(owner(data).mongodPid, 'SIGSTOP'),
    resume: () => process.kill(owner(data).mongodPid, 'SIGCONT'),
  };
}

const note = (data: string, file: string): unknown => JSON.parse(readFileSync(join(data, file), 'utf8'));
const owner = (data: string) =>
  note(data, 'database/skyshelf-owner.json') as { mongodPid: number; port: number };

/** A TCP port of the loopback address that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
