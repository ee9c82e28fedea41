import { makeMissing } from '@skyshelf/event-store';
import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import type { Collection } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectionsOf, type StorageCollections, inTransaction } from './infrastructure/collections.js';
import { indexes } from './infrastructure/indexes.js';
import { References } from './infrastructure/references.js';
import { UnnamedBytes } from './infrastructure/unnamed-bytes.js';
import { DAY, nothing, StorageScene } from '../testing/storage-scene.js';

const drive = 'ann' as DriveId;
const blobId = 'b' as BlobId;
const elementId = 'one' as ElementId;
const reference = { blobId, elementId };
const addition = { drive, references: [reference] };

describe('an addition that comes after the removal, from a replica that slept', () => {
  let database: TestDatabase;
  /** The collections of the replica that stays awake. */
  let collections: StorageCollections;
  let awake: References;
  beforeEach(async () => {
    database = await testDatabase('late-references');
    collections = collectionsOf(database.db);
    awake = referencesOn(collections);
    await makeMissing(database.db, indexes);
    // As an upload leaves it: condemned for the day its receipt runs out, unless an element names it.
    const condemned = new Date(Date.now() + DAY);
    await collections.blobs.insertOne({ _id: blobId, drive, size: 1, source: null, condemned } as never);
  });
  afterEach(() => database.drop());

  const referencesOn = (own: StorageCollections) =>
    new References(database.client, own, new UnnamedBytes(own));
  const remove = (of = drive) =>
    inTransaction(database.client, (session) => awake.remove(session, of, [reference], new Date()));
  const isLeft = async () => {
    const blob = await collections.blobs.findOne({ _id: blobId });
    const named = await collections.refs.countDocuments({ blobId, gone: null });
    return { named, condemned: blob?.condemned instanceof Date && blob.condemned <= new Date() };
  };

  it('names nothing any more, and the blob stays condemned', async () => {
    await awake.add(addition);
    expect(await isLeft()).toEqual({ named: 1, condemned: false });
    await remove();
    const asleep = referencesOn(collectionsOf(database.db));
    await asleep.add(addition);
    expect(await isLeft()).toEqual({ named: 0, condemned: true });
  });

  it.each([
    { of: 'refs', unnamed: 'fresh' },
    { of: 'blobs', unnamed: 'fresh' },
    { of: 'blobs', unnamed: null },
  ] as const)('does no harm when it slept before it wrote to $of ($unnamed)', async ({ of, unnamed }) => {
    await collections.blobs.updateOne({ _id: blobId }, { $set: { unnamed } });
    const own = collectionsOf(database.db);
    const asleep = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
    const target = own[of] as unknown as Pick<Collection, 'bulkWrite'>;
    const write = target.bulkWrite.bind(target);
    target.bulkWrite = async (...given) => {
      asleep.resolve();
      await woken.promise;
      return write(...given);
    };
    const adding = referencesOn(own).add(addition);
    await asleep.promise;
    // Its session has run out: another one takes the same events.
    await awake.add(addition);
    await remove();
    woken.resolve();
    await adding;
    expect(await isLeft()).toEqual({ named: 0, condemned: true });
  });

  it('finds the tombstone of a name that had never been added', async () => {
    await remove();
    await awake.add(addition);
    expect(await isLeft()).toEqual({ named: 0, condemned: true });
  });

  it('finds no tombstone of another account', async () => {
    await remove('ben' as DriveId);
    expect(await collections.refs.countDocuments()).toBe(0);
    await awake.add(addition);
    await remove('ben' as DriveId);
    expect(await isLeft()).toEqual({ named: 1, condemned: false });
  });

  it('loses whatever moment of the removal it meets', async () => {
    const replicas = Array.from({ length: 4 }, () => referencesOn(collectionsOf(database.db)));
    const rounds = Array.from({ length: 15 }, (_, round) => ({
      drive,
      references: [{ blobId: `b${round}` as BlobId, elementId }],
    }));
    for (const each of rounds) {
      const [named] = each.references;
      if (!named) continue;
      const blob = { _id: named.blobId, drive, size: 1, source: null, condemned: new Date(Date.now() + DAY) };
      await collections.blobs.insertOne(blob as never);
      await awake.add(each);
      await Promise.all([
        ...replicas.map((replica) => replica.add(each)),
        inTransaction(database.client, (session) =>
          awake.remove(session, drive, each.references, new Date()),
        ),
      ]);
    }
    const names = rounds.flatMap(({ references }) => references.map((each) => each.blobId));
    expect(await collections.refs.countDocuments({ blobId: { $in: names }, gone: null })).toBe(0);
    expect(await collections.blobs.countDocuments({ _id: { $in: names }, condemned: null })).toBe(0);
  });
});

describe('a reference that was removed', () => {
  const scene = new StorageScene();

  it('is remembered for 30 days', async () => {
    const id = await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: id });
    await scene.catalog.deleted(scene.alice, { elementId: 'one', blobId: id });
    const { refs } = scene.storage.collections;
    scene.storage.clock.advance(30 * DAY - 1);
    expect([await scene.sweep(), await refs.countDocuments()]).toEqual([{ ...nothing, unused: 1 }, 1]);
    scene.storage.clock.advance(1);
    expect([await scene.sweep(), await refs.countDocuments()]).toEqual([{ ...nothing, references: 1 }, 0]);
  });

  it('is no reference to the checks', async () => {
    const id = await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: id });
    await scene.catalog.deleted(scene.alice, { elementId: 'one', blobId: id });
    const { refs, blobs } = scene.storage.collections;
    const check = (path: string) =>
      scene.storage.internal<{ problems: { rule: string }[] }>('GET', `/internal/storage/${path}`);
    expect(await refs.countDocuments({ blobId: id })).toBe(1);
    await blobs.updateOne({ _id: id }, { $set: { condemned: null } });
    expect((await check('blobs')).problems.map(({ rule }) => rule)).toEqual(['unnamed-is-condemned']);
    await blobs.deleteOne({ _id: id });
    expect((await check('references')).problems).toEqual([]);
  });
});
