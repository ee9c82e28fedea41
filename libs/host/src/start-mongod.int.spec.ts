import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from './free-port.js';
import { isAlive } from '../lock/process-identity.mjs';
import type { MongodOptions } from './mongod-arguments.js';
import { startMongod, type RunningMongod } from './start-mongod.js';

let folder: string;
const running: RunningMongod[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyshelf-mongod-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<MongodOptions> = {}): Promise<RunningMongod> {
  const server = await startMongod({ dbPath: folder, ...options });
  running.push(server);
  return server;
}

async function withShelf<T>(server: RunningMongod, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(server.uri);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const put = (server: RunningMongod, title: string) =>
  withShelf(server, (client) =>
    client
      .db('shelf')
      .collection('books')
      .insertOne({ title }, { writeConcern: { w: 'majority', journal: true } }),
  );

const titles = (server: RunningMongod) =>
  withShelf(server, async (client) => {
    const books = await client.db('shelf').collection('books').find().sort({ _id: 1 }).toArray();
    return books.map((book) => book.title as string);
  });

it('is writable at once, and keeps what it has after a clean stop and after a kill, on the same port', async () => {
  const first = await start();
  await put(first, 'one');
  await first.stop();
  const second = await start();
  await put(second, 'two');
  await second.kill();
  const third = await start();
  expect(await titles(third)).toEqual(['one', 'two']);
  expect([second.port, third.port]).toEqual([first.port, first.port]);
});

it('serves the same data on another port', async () => {
  const first = await start();
  await put(first, 'moved');
  await first.stop();
  const port = await freePort();
  const second = await start({ port });
  expect(second.uri).toContain(`:${port}/`);
  expect(await titles(second)).toEqual(['moved']);
});

it('refuses data that a living process serves, and names that process', async () => {
  const server = await start();
  await expect(startMongod({ dbPath: folder })).rejects.toThrow(`is in use by process ${process.pid}`);
  expect(isAlive(server.pid)).toBe(true);
});

it('stops a server that a dead parent has left on the data, before it starts its own', async () => {
  const left = await start();
  await put(left, 'left behind');
  const owner = { ownerPid: 2 ** 22 + 1, ownerStarted: '1', mongodPid: left.pid, port: left.port };
  writeFileSync(join(folder, 'skyshelf-owner.json'), JSON.stringify(owner));
  const next = await start();
  expect(isAlive(left.pid)).toBe(false);
  expect(await titles(next)).toEqual(['left behind']);
});

it('reports an end that no one asked for, and only of that', async () => {
  const ends: unknown[] = [];
  const crashed = await start();
  crashed.onExit((exit) => ends.push(exit));
  process.kill(crashed.pid, 'SIGKILL');
  await crashed.exited;
  const stopped = await start();
  stopped.onExit((exit) => ends.push(exit));
  await stopped.stop();
  expect(ends).toEqual([{ code: null, signal: 'SIGKILL' }]);
});

it('says why a server does not start', async () => {
  await expect(startMongod({ dbPath: folder, parameters: { noSuchSwitch: 1 } })).rejects.toThrow(
    /noSuchSwitch/,
  );
  await expect(startMongod({ dbPath: folder, binary: '/nowhere/mongod' })).rejects.toThrow(/nowhere.*ENOENT/);
});
