import type { BlobId } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectionsOf, prepareCollections } from './collections.js';
import { sought } from './sought.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('sought');
  await prepareCollections(database.db);
  await prepareCollections(database.db);
});
afterAll(() => database.drop());

const now = new Date();
it.each([
  ['a finished upload', sought.finished('upload:x'), 'once'],
  ['expired uploads', sought.expired(now), 'expires'],
  ['condemned blobs', sought.condemned(now), 'condemned'],
  ['uploads that nobody claimed', sought.unclaimed(now), 'announcement.due'],
  ['blobs without a hash', sought.unhashed(), 'hashDue'],
  ['what was made from a blob', sought.madeFrom('x' as BlobId), 'source'],
])('finds %s by an index', async (_, filter, key) => {
  const { queryPlanner } = await collectionsOf(database.db).blobs.find(filter).explain('queryPlanner');
  expectIndex(queryPlanner, key);
});

it('finds references that have been gone for long by an index', async () => {
  const { refs } = collectionsOf(database.db);
  const { queryPlanner } = await refs.find(sought.buried(now)).explain('queryPlanner');
  expectIndex(queryPlanner, 'gone');
});

function expectIndex(queryPlanner: Document, key: string): void {
  const plan = JSON.stringify(queryPlanner.winningPlan);
  expect(plan).toContain('IXSCAN');
  expect(plan).toContain(`"keyPattern":{"${key}":1}`);
}
