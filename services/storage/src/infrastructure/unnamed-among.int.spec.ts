import { makeMissing } from '@skyshelf/event-store';
import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectionsOf } from './collections.js';
import { indexes } from './indexes.js';
import { unnamedAmong } from './references.js';

const drive = 'drive-of-alice' as DriveId;
const REFERENCES = 2000;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('unnamed');
  await makeMissing(database.db, indexes);
  const { blobs, refs } = collectionsOf(database.db);
  const ids = ['loved', 'left', 'never'] as BlobId[];
  await blobs.insertMany(ids.map((_id) => ({ _id, drive }) as never));
  const references = (blobId: string, gone: (index: number) => Date | null) =>
    Array.from({ length: REFERENCES }, (_, index) => {
      const elementId = `${blobId}-${index}` as ElementId;
      return { _id: `${blobId}.${elementId}`, drive, blobId: blobId as BlobId, elementId, gone: gone(index) };
    });
  await refs.insertMany([
    ...references('loved', (index) => (index < REFERENCES / 2 ? new Date() : null)),
    ...references('left', () => new Date()),
  ]);
});
afterAll(() => database.drop());

const asked = ['loved', 'left', 'never', 'another'] as BlobId[];

it('finds the blobs that no element names', async () => {
  const { blobs, refs } = collectionsOf(database.db);
  const found = await blobs.aggregate(unnamedAmong(refs.collectionName, drive, asked)).toArray();
  expect(found.map(({ _id }) => String(_id)).toSorted()).toEqual(['left', 'never']);
  const others = unnamedAmong(refs.collectionName, 'drive-of-bob' as DriveId, asked);
  expect(await blobs.aggregate(others).toArray()).toEqual([]);
});

it('looks at few references, however many there are', async () => {
  const { blobs, refs } = collectionsOf(database.db);
  const pipeline = unnamedAmong(refs.collectionName, drive, asked);
  const { stages } = await blobs.aggregate(pipeline).explain('executionStats');
  const examined = (stages as { totalDocsExamined?: unknown }[]).flatMap(({ totalDocsExamined }) =>
    totalDocsExamined === undefined ? [] : [Number(totalDocsExamined)],
  );
  expect(examined).toHaveLength(1);
  expect(examined[0]).toBeLessThan(10);
});
