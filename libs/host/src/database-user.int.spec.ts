import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findMongod } from '../binary/find-mongod.mjs';
import { databaseUri, openAsMember } from './database-user.js';
import { accepts, freePort } from './free-port.js';
import { newMemberKey, writeKeyFile } from './replica-set.js';
import { mongodArguments } from './mongod-arguments.js';
import { spawnMongod, type MongodProcess } from './mongod-process.js';
import { startMongod, type RunningMongod } from './start-mongod.js';

const PASSWORD = 'p@ss/word of the d:tabase';
const KEY = newMemberKey();
const REFUSED = /requires authentication|not authorized|Authentication failed/;

let folder: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyshelf-mongod-'));
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(password = PASSWORD): Promise<RunningMongod> {
  const server = await startMongod({ dbPath: folder, password });
  stops.push(() => server.kill());
  return server;
}

async function ask<T>(client: MongoClient, use: (client: MongoClient) => Promise<T>): Promise<T> {
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const add = (uri: string) =>
  ask(new MongoClient(uri), (client) => client.db('shelf').collection('books').insertOne({}));
const anonymous = (port: number) => new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
const command = (client: MongoClient, words: object) =>
  ask(client, () => client.db('admin').command({ ...words }));

async function bareServer(): Promise<{ port: number; server: MongodProcess }> {
  const port = await freePort();
  const args = mongodArguments({ dbPath: folder, keyFile: writeKeyFile(folder, KEY) }, port);
  const server = await spawnMongod((await findMongod())!.path, args, join(folder, 'mongod.log'));
  stops.push(async () => server.signal('SIGKILL'));
  await expect.poll(() => accepts(port), { timeout: 20_000 }).toBe(true);
  return { port, server };
}

async function killed({ server }: { server: MongodProcess }): Promise<void> {
  server.signal('SIGKILL');
  await server.exited;
}

const initiate = (port: number) => ({
  replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] },
});

it('serves only who knows the password', async () => {
  const { uri, port } = await start();
  await add(uri);
  for (const wrong of [databaseUri([`127.0.0.1:${port}`]), databaseUri([`127.0.0.1:${port}`], 'guessed')])
    await expect(add(wrong)).rejects.toThrow(REFUSED);
  await expect(command(anonymous(port), { listDatabases: 1 })).rejects.toThrow(REFUSED);
  await expect(command(anonymous(port), { shutdown: 1 })).rejects.toThrow(REFUSED);
});

it('lets no other process make the set or the first user while it starts', async () => {
  const { port } = await bareServer();
  await expect(command(anonymous(port), initiate(port))).rejects.toThrow(REFUSED);
  await command(openAsMember(port, KEY, {}), initiate(port));
  await expect.poll(async () => (await command(anonymous(port), { hello: 1 })).isWritablePrimary).toBe(true);
  await expect(command(anonymous(port), { createUser: 'thief', pwd: 'x', roles: ['root'] })).rejects.toThrow(
    REFUSED,
  );
});

it('starts again wherever a first start was killed', async () => {
  await killed(await bareServer());
  const beforeTheUser = await bareServer();
  await command(openAsMember(beforeTheUser.port, KEY, {}), initiate(beforeTheUser.port));
  await killed(beforeTheUser);
  const first = await start();
  await add(first.uri);
  await first.kill();
  await add((await start()).uri);
});

it('takes a new password over from the old one, and an installation that had none', async () => {
  const open = await startMongod({ dbPath: folder });
  await add(open.uri);
  await open.stop();
  const first = await start();
  await add(first.uri);
  await first.stop();
  const second = await start('another password');
  await add(second.uri);
  await expect(add(first.uri)).rejects.toThrow(REFUSED);
});

it('shows the password neither in its files nor on its command line', async () => {
  const { pid, uri } = await start();
  await add(uri);
  expect(statSync(join(folder, 'skyshelf-key')).mode & 0o777).toBe(0o600);
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(folder, name), 'latin1'));
  if (process.platform === 'linux') texts.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  for (const text of texts) expect(text.includes(PASSWORD)).toBe(false);
});
