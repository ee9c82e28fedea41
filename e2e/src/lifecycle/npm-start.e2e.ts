import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@skyshelf/contracts';
import {
  apiClient,
  freePort,
  opsRequest,
  processesOf,
  spawnSkyshelf,
  startReady,
  type ReadyProcess,
} from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { npmCommand, runNpm } from './npm-command.js';

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  let dataFolder: string;
  let settings: Record<string, string>;
  let url: string;
  let running: ReadyProcess | undefined;

  beforeEach(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'skyshelf-start-'));
    const port = await freePort();
    settings = { PORT: String(port), SKYSHELF_DATA: dataFolder };
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

  const databases = () => processesOf(dataFolder).filter(({ command }) => /mongod .*--dbpath/.test(command));
  const start = async () => (running = await startReady(npmCommand(['start'], settings)));

  it('says in one line where it is ready, and stops with all its children at Ctrl+C', async () => {
    const skyshelf = await start();
    const lines = skyshelf.output().split('\n');
    expect(lines.filter((line) => line.includes('ready'))).toEqual([`Skyshelf is ready at ${url}`]);
    expect((await fetch(url)).status).toBe(200);
    for (const part of [/standalone\/dist\/main\.js/, /mongod .*--dbpath/])
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
    const starting = spawnSkyshelf(npmCommand(['start'], settings));
    await expect.poll(databases, { timeout: 240_000, interval: 5 }).not.toEqual([]);
    process.kill(-starting.child.pid!, 'SIGINT');
    await starting.ended();
    expect(starting.output()).not.toContain('Skyshelf is ready');
    expect(processesOf(dataFolder)).toEqual([]);
  });

  it('keeps the data over a restart', async () => {
    const signIn = () =>
      opsRequest<{ access_token: string }>(join(dataFolder, 'run', 'ops.sock'), 'POST', '/internal/token', {
        user: 'alice',
      });
    const first = await start();
    const client = apiClient(url, (await signIn()).access_token);
    const obj = { linkname: 'kept', linktype: 'folder' };
    await client.call(routes.addElement, { body: { url: '/', obj } });
    client.close();
    process.kill(-first.child.pid!, 'SIGINT');
    await first.ended();

    await start();
    const again = apiClient(url, (await signIn()).access_token);
    const { docs } = await again.call(routes.listFolder, { body: { url: '/' } });
    again.close();
    expect(docs.map(({ linkname }) => linkname)).toContain('kept');
  });

  it('refuses a second start on the same data, says where the first one is, and lets that go on', async () => {
    const first = await start();
    const second = await runNpm(['start'], { ...settings, PORT: String(await freePort()) });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`Skyshelf already runs on ${dataFolder} at ${url} (process `);
    expect(second.stderr).toContain('set SKYSHELF_DATA to another folder');
    expect(second.stderr).not.toMatch(/\bat .*\.[jt]s:\d+/);
    expect(first.runs()).toBe(true);
    expect((await fetch(new URL('/health/ready', url))).status).toBe(200);
  });

  it('stops when npm is killed', async () => {
    const skyshelf = await start();
    process.kill(skyshelf.child.pid!, 'SIGKILL');
    await expect.poll(() => processesOf(dataFolder), { timeout: 20_000 }).toEqual([]);
  });
});
