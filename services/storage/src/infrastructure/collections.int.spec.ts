import { makeMissing } from '@skyshelf/event-store';
import type { BlobId } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectionsOf, blobQueries } from './collections.js';
import { indexes } from './indexes.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('queries');
  await makeMissing(database.db, indexes);
  await makeMissing(database.db, indexes);
});
afterAll(() => database.drop());

const now = new Date();
it.each([
  ['a finished upload', blobQueries.finished('upload:x'), 'once'],
  ['expired uploads', blobQueries.expired(now), 'expires'],
  ['condemned blobs', blobQueries.condemned(now), 'condemned'],
  ['uploads that no one claimed', blobQueries.unclaimed(now), 'announcement.due'],
  ['blobs without a hash', blobQueries.unhashed(), 'hashDue'],
  ['what was made from a blob', blobQueries.madeFrom('x' as BlobId), 'source'],
])('finds %s by an index', async (_, filter, key) => {
  const { queryPlanner } = await collectionsOf(database.db).blobs.find(filter).explain('queryPlanner');
  expectIndex(queryPlanner, key);
});

it('finds references that have been gone for long by an index', async () => {
  const { refs } = collectionsOf(database.db);
  const { queryPlanner } = await refs.find(blobQueries.buried(now)).explain('queryPlanner');
  expectIndex(queryPlanner, 'gone');
});

function expectIndex(queryPlanner: Document, key: string): void {
  const plan = JSON.stringify(queryPlanner.winningPlan);
  expect(plan).toContain('IXSCAN');
  expect(plan).toContain(`"keyPattern":{"${key}":1}`);
}
