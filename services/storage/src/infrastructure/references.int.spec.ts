import { makeMissing } from '@skyshelf/event-store';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import { startMongod, type RunningMongod } from '@skyshelf/host';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectionsOf, type StorageCollections } from './collections.js';
import { indexes } from './indexes.js';
import { References } from './references.js';
import { UnnamedBytes } from './unnamed-bytes.js';

let folder: string;
let server: RunningMongod;
let client: MongoClient;
let collections: StorageCollections;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skyshelf-references-'));
  // A server whose connections break when it is told to.
  const parameters = { enableTestCommands: true };
  server = await startMongod({ dbPath: folder, durability: 'scratch', parameters });
  client = await new MongoClient(server.uri).connect();
  await makeMissing(client.db('storage'), indexes);
  collections = collectionsOf(client.db('storage'));
});
afterAll(async () => {
  await client.close();
  await server.kill();
  await rm(folder, { recursive: true });
});

const drive = 'drive' as DriveId;
const reference = (name: string) => ({ blobId: `blob-${name}` as BlobId, elementId: name as ElementId });
const ids = async () =>
  (await collections.refs.find().toArray()).map(({ elementId }) => elementId).toSorted();

/** The next so many inserts are lost with their connection. */
const loseInserts = (times: number) =>
  client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times },
    data: { failCommands: ['insert'], closeConnection: true },
  });

it('is added once, however often it is said, together with others that are new', async () => {
  const references = new References(client, collections, new UnnamedBytes(collections));
  await references.add({ drive, references: [reference('a'), reference('b')] });
  await references.add({ drive, references: [reference('b'), reference('a'), reference('c')] });
  await references.add({ drive, references: [reference('c')] });
  expect(await ids()).toEqual(['a', 'b', 'c']);
});

it('is never taken for added when the database is gone in the midst of it', async () => {
  const references = new References(client, collections, new UnnamedBytes(collections));
  const addition = { drive, references: [reference('c'), reference('d')] };
  // The driver tries twice.
  await loseInserts(2);
  await expect(references.add(addition)).rejects.toThrow();
  expect(await ids()).toEqual(['a', 'b', 'c']);
  await references.add(addition);
  expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
});
