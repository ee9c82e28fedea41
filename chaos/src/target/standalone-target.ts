import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isWell, operatorOf } from './operator.js';
import { cutPower, recorder } from './power-cut.js';
import { productProcess, type ProductProcess } from './product-process.js';
import { chaosSettings } from './product-settings.js';
import type { Target, Victim } from './target.js';

export interface StandaloneOptions {
  /** Folder of the built product: the repository, or a copy with a planted bug. */
  product: string;
  /** It contains data and logs of this run. */
  folder: string;
  /**
   * Records what reaches the disk, and takes away at each kill what had not. The database then runs
   * elsewhere, or it would be recorded too, and slowly: this is its address.
   */
  powerCuts?: string | undefined;
  env?: Record<string, string> | undefined;
}

/** The standalone: one process and its MongoDB server. */
export async function startStandalone({
  product,
  folder,
  powerCuts,
  env,
}: StandaloneOptions): Promise<Target> {
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const trace = join(folder, 'calls');
  const command = [join(product, 'node_modules/.bin/node'), join(product, 'apps/standalone/main.mjs')];
  const run = productProcess({
    command: powerCuts ? [...recorder(trace), ...command] : command,
    env: { ...settingsOf(env, powerCuts), SKYSHELF_DATA: data, PORT: String(port) },
    log: join(folder, 'standalone.log'),
    readyWithinMs: 120_000,
  });
  const { token, rebuild, resync, fsck } = operatorOf(product, data);
  await run.start();
  return {
    gateways: [url],
    victims: powerCuts ? [theMachine(run, data, trace)] : [theProcess(run), theDatabase(data)],
    endState: {
      mongodbUri: powerCuts ?? databaseOf(data),
      databasePrefix: '',
      objects: { folder: join(data, 'objects') },
      fsck,
    },
    token,
    rebuild,
    resync,
    unwell: async () => ((await isWell(url)) ? [] : ['standalone']),
    stop: async () => {
      // The recorder leaves what it records running.
      if (powerCuts) process.kill(holderOf(data), 'SIGKILL');
      await run.stop();
    },
  };
}

const settingsOf = (env?: Record<string, string>, database?: string): Record<string, string> => ({
  ...chaosSettings,
  ...env,
  ...(database !== undefined && { MONGODB_URI: database }),
});

function theProcess(run: ProductProcess): Victim {
  return {
    name: 'standalone',
    family: 'service',
    kill: () => run.kill(),
    revive: () => run.start(),
    pause: async () => void process.kill(run.pid(), 'SIGSTOP'),
    resume: async () => void process.kill(run.pid(), 'SIGCONT'),
  };
}

/** The process and the disk under it: a kill takes away what was not synced. */
function theMachine(run: ProductProcess, data: string, trace: string): Victim {
  const pid = () => holderOf(data);
  return {
    ...theProcess(run),
    kill: async () => {
      const product = pid();
      process.kill(product, 'SIGKILL');
      while (existsSync(`/proc/${product}/fd/0`)) await pause(10);
      await run.kill();
      cutPower(trace, join(data, 'objects'));
    },
    pause: async () => void process.kill(pid(), 'SIGSTOP'),
    resume: async () => void process.kill(pid(), 'SIGCONT'),
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
    pause: async () => void process.kill(owner(data).mongodPid, 'SIGSTOP'),
    resume: async () => void process.kill(owner(data).mongodPid, 'SIGCONT'),
  };
}

const holderOf = (data: string): number => (note(data, 'run/holder.json') as { pid: number }).pid;
const note = (data: string, file: string): unknown => JSON.parse(readFileSync(join(data, file), 'utf8'));
const owner = (data: string) =>
  note(data, 'database/skyshelf-owner.json') as { mongodPid: number; port: number };

function databaseOf(data: string): string {
  const { databasePassword } = note(data, 'secrets.json') as { databasePassword: string };
  return `mongodb://skyshelf:${databasePassword}@127.0.0.1:${owner(data).port}/?directConnection=true&authSource=admin`;
}

/** A TCP port of the loopback address that no one listens on at this moment. */
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
