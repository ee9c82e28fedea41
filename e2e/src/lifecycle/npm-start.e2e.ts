import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  freePort,
  processesOf,
  productMode,
  productProcess,
  spawnSkyshelf,
  startReady,
  type ReadyProcess,
  stackSettings,
  type ProcessOptions,
} from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';

const root = resolve(import.meta.dirname, '../../..');

/** The words after `npm` that start the product. */
const startWords = productMode() === 'cluster' ? ['run', 'cluster'] : ['start'];

/**
 * Where a product started by npm has its data, where it listens, and, as a cluster, what is its own on the
 * servers of the run.
 */
const startSettings = (dataFolder: string, port: number): Record<string, string> => ({
  ...stackSettings(productMode(), dataFolder),
  PORT: String(port),
  SKYSHELF_DATA: dataFolder,
});

/** An npm script as a person types it in the clone, with the settings of the test and nothing of the test runner's. */
function npmCommand(words: readonly string[], settings: Record<string, string>): ProcessOptions {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_ENV$|VITEST|TEST$)/i.test(name),
  );
  return {
    command: ['npm', ...words],
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...settings },
    ownGroup: true,
    readyWithinMs: 240_000,
  };
}

const killed = enoughIn('standalone', 'the end of npm is noticed by the same code in both');

/** Processes that are there when the product runs, by mode. */
const parts = {
  standalone: [/standalone\/main\.mjs/, /mongod .*--dbpath/],
  cluster: [
    /cluster\/main\.mjs/,
    ...['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'].map(
      (service) => new RegExp(`packed/dist/${service}-[\\w-]+\\.js`),
    ),
  ],
}[productMode()];

describe.skipIf(process.platform !== 'linux')(`npm ${startWords.join(' ')}`, () => {
  let dataFolder: string;
  let settings: Record<string, string>;
  let port: number;
  let url: string;
  let running: ReadyProcess | undefined;

  beforeEach(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'skyshelf-start-'));
    port = await freePort();
    settings = startSettings(dataFolder, port);
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(async () => {
    if (running?.runs()) {
      process.kill(-running.child.pid!, 'SIGINT');
      await running.ended();
    }
    for (const { pid } of processesOf(dataFolder)) process.kill(pid, 'SIGKILL');
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });

  /** The last kind of process that a start begins with. */
  const begun = () => processesOf(dataFolder).filter(({ command }) => parts.at(-1)?.test(command));
  const start = async () => (running = await startReady(npmCommand(startWords, settings)));

  it('says in one line where it is ready, and stops with all its children at Ctrl+C', async () => {
    const skyshelf = await start();
    const lines = skyshelf.output().split('\n');
    expect(lines.filter((line) => /\bready\b/.test(line))).toEqual([`Skyshelf is ready at ${url}`]);
    expect((await fetch(url)).status).toBe(200);
    for (const part of parts)
      expect(processesOf(dataFolder).map(({ command }) => command)).toContainEqual(
        expect.stringMatching(part),
      );

    process.kill(-skyshelf.child.pid!, 'SIGINT');
    await skyshelf.ended();
    expect(skyshelf.output()).toMatch(/^Stopping …$/m);
    expect(skyshelf.output()).not.toMatch(/\bat .*\.[jt]s:\d+|Error:/);
    expect(processesOf(dataFolder)).toEqual([]);
  });

  it('stops at Ctrl+C also while it is still starting', async () => {
    running = undefined;
    const starting = spawnSkyshelf(npmCommand(startWords, settings));
    await expect.poll(begun, { timeout: 240_000, interval: 5 }).not.toEqual([]);
    process.kill(-starting.child.pid!, 'SIGINT');
    await starting.ended();
    expect(starting.output()).not.toContain('Skyshelf is ready');
    expect(processesOf(dataFolder)).toEqual([]);
  });

  it('says that its port is taken and how to choose another, and leaves nothing', async () => {
    const other = createServer((_, response) => response.end('somebody else')).listen(port, '127.0.0.1');
    await once(other, 'listening');
    const refused = spawnSkyshelf(productProcess(dataFolder, port));
    expect(await refused.ended()).toBe(1);
    expect(refused.output()).toBe(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm ${startWords.join(' ')}\n`,
    );
    expect(processesOf(dataFolder)).toEqual([]);
    expect(await (await fetch(url)).text()).toBe('somebody else');
    other.close();
  });

  it.runIf(killed)('stops when npm is killed', async () => {
    const skyshelf = await start();
    process.kill(skyshelf.child.pid!, 'SIGKILL');
    await expect.poll(() => processesOf(dataFolder), { timeout: 20_000 }).toEqual([]);
  });
});
