import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { startMongod, type RunningMongod } from '@skyshelf/host';
import { waitUntilStopped } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBook, createFolder } from '../example/shelf-commands.js';
import { openMongoShelf } from '../../testing/open-mongo-shelf.js';
import { codeOf, newOp, shelfOf, type ShelfStore } from '../../testing/open-shelf.js';
import { collectionsOf } from './collections.js';
import { DURABLE } from './fenced-transaction.js';

const folder = mkdtempSync(join(tmpdir(), 'skyshelf-outages-'));
/** The product's own server has such a user, who may see and end the product's transactions. */
const PASSWORD = 'a password of the test';
const SHORT = { alone: 2_000, crowded: 1_000 };
let mongod: RunningMongod;
let client: MongoClient;
let store: ShelfStore;

beforeAll(async () => {
  mongod = await startMongod({ dbPath: folder, password: PASSWORD });
  client = await new MongoClient(mongod.uri, {
    appName: 'skyshelf-outages',
    serverSelectionTimeoutMS: 1_000,
  }).connect();
  store = await openMongoShelf({ client, db: client.db('outages') }, { deadline: SHORT });
});
afterAll(async () => {
  await client.close();
  await mongod.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** From here on it answers nothing, though its connections stay open. */
function stopServer(): void {
  process.kill(mongod.pid, 'SIGSTOP');
  waitUntilStopped(mongod.pid);
}

async function untilDone(opId = newOp(), shelf = shelfOf(store)): Promise<void> {
  for (const until = performance.now() + 20_000; performance.now() < until;) {
    const outcome = await shelf.run(addBook({ name: 'Dune' }), opId).catch(codeOf);
    if (outcome !== 'drive.busy') return;
  }
  throw new Error('The drive stays busy.');
}

it('says "busy" in time when the server hangs, and carries the command out once in the end', async () => {
  const shelf = shelfOf(store);
  await shelf.run(createFolder('A'));
  for (const opId of [newOp(), newOp()]) {
    stopServer();
    const started = performance.now();
    try {
      expect(await shelf.run(addBook({ name: opId }), opId).catch(codeOf)).toBe('drive.busy');
    } finally {
      process.kill(mongod.pid, 'SIGCONT');
    }
    expect(performance.now() - started).toBeLessThan(4_000);
    await untilDone(opId, { ...shelf, run: (_, id) => shelf.run(addBook({ name: opId }), id) as never });
  }
  expect(await shelf.state()).toMatchObject({ version: 3, count: 3 });
  expect(await store.dump(shelf.drive)).toBe(await store.replay(shelf.drive));
});

async function pauseServer(ms: number): Promise<void> {
  stopServer();
  await pause(ms);
  process.kill(mongod.pid, 'SIGCONT');
}

it('lets a lone person wait through a pause of the server, and refuses a crowd soon', async () => {
  const patient = await openMongoShelf({ client, db: client.db('outages') });
  const alone = shelfOf(patient);
  const crowd = shelfOf(patient);
  await Promise.all([alone.run(createFolder('A')), crowd.run(createFolder('A'))]);
  const resumed = pauseServer(5_000);
  const refused = crowd.together(Array.from({ length: 60 }, (_, i) => createFolder(`f${i}`)));
  expect(await alone.run(addBook({ name: 'Dune' })).catch(codeOf)).not.toBe('drive.busy');
  await resumed;
  expect(await refused).toContain('drive.busy');
  expect(await alone.state()).toMatchObject({ version: 2 });
  await patient.close();
});

it('says "busy" in time while the server is down, and goes on when it is back', async () => {
  const shelf = shelfOf(store);
  await shelf.run(createFolder('A'));
  const opId = newOp();
  const { port } = mongod;
  await mongod.kill();
  const started = performance.now();
  expect(await shelf.run(addBook({ name: 'Dune' }), opId).catch(codeOf)).toBe('drive.busy');
  expect(performance.now() - started).toBeLessThan(4_000);
  mongod = await startMongod({ dbPath: folder, password: PASSWORD, port });
  await untilDone(opId, shelf);
  expect(await shelf.state()).toMatchObject({ version: 2 });
});

it('frees a drive whose process was killed in the middle of a transaction', async () => {
  const shelf = shelfOf(store);
  await shelf.run(createFolder('A'));
  const owner = await new MongoClient(mongod.uri, { appName: 'skyshelf-outages' }).connect();
  const session = owner.startSession();
  session.startTransaction(DURABLE);
  await collectionsOf(owner.db('outages')).drives.updateOne(
    { _id: shelf.drive },
    { $inc: { fence: 1 } },
    { session },
  );
  const started = performance.now();
  await untilDone(newOp(), shelf);
  expect(performance.now() - started).toBeLessThan(10_000);
  await owner.close(true);
});

it('leaves transactions of other applications alone', async () => {
  const shelf = shelfOf(store);
  await shelf.run(createFolder('A'));
  const stranger = await new MongoClient(mongod.uri, { appName: 'another' }).connect();
  const session = stranger.startSession();
  session.startTransaction(DURABLE);
  await collectionsOf(stranger.db('outages')).drives.updateOne(
    { _id: shelf.drive },
    { $inc: { fence: 1 } },
    { session },
  );
  for (const _ of [1, 2]) expect(await shelf.run(addBook({ name: 'Dune' })).catch(codeOf)).toBe('drive.busy');
  await session.commitTransaction();
  await untilDone(newOp(), shelf);
  await stranger.close();
});
