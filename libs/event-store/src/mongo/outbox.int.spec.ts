import { driveId, eventMessage, type BlobId, type DriveId, type StorageEvent } from '@skyshelf/contracts';
import { eventually, fakeClock, testDatabase, type FakeClock, type TestDatabase } from '@skyshelf/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Outbox, slotOf, SLOTS } from '../outbox-port.js';
import { shelfOf, shelfOptions } from '../../testing/open-shelf.js';
import { createFolder } from '../example/shelf-commands.js';
import { createMongoDriveStore } from './mongo-drive-store.js';
import { createOutbox } from './outbox.js';

const everySlot = Array.from({ length: SLOTS }, (_, slot) => slot);
const ada = driveId.parse('ada');
const bob = driveId.parse('bob');

let database: TestDatabase;
let clock: FakeClock;
let outbox: Outbox<StorageEvent>;

beforeEach(async () => {
  database = await testDatabase('outbox');
  clock = fakeClock();
  outbox = createOutbox({ db: database.db, service: 'storage', clock, schemaOf: () => 1 });
  await outbox.prepare();
});
afterEach(() => database.drop());

const event = (id: string, drive: DriveId) => ({
  id,
  drive,
  actor: null,
  device: 'Firefox on Linux',
  trace: null,
  data: { type: 'storage.blob.removed' as const, blobId: id as BlobId },
});

const append = (...events: [id: string, drive: DriveId][]) =>
  database.client.withSession((session) =>
    session.withTransaction(async () => {
      for (const each of events) await outbox.append(session, event(...each));
    }),
  );

const pendingIds = async (limit = 100) => (await outbox.pending(everySlot, limit)).map(({ id }) => id);

it('hands out what was appended, as other services will see it', async () => {
  await append(['e1', ada]);
  const [message] = await outbox.pending([slotOf(ada)], 10);
  expect(eventMessage.parse(message)).toEqual({
    id: 'e1',
    source: 'storage',
    type: 'storage.blob.removed',
    schema: 1,
    drive: ada,
    version: null,
    at: clock.now().toISOString(),
    actor: null,
    device: 'Firefox on Linux',
    trace: null,
    data: { type: 'storage.blob.removed', blobId: 'e1' },
  });
});

it('takes several events in one go, in their order, and each once', async () => {
  const all = [event('e1', ada), event('e2', ada), event('e3', ada)];
  const commit = () =>
    database.client.withSession((session) => session.withTransaction(() => outbox.appendAll(session, all)));
  await commit();
  await commit();
  expect(await pendingIds()).toEqual(['e1', 'e2', 'e3']);
});

it('keeps nothing of a transaction that was given up', async () => {
  await database.client.withSession(async (session) => {
    session.startTransaction();
    await outbox.append(session, event('e1', ada));
    await session.abortTransaction();
  });
  expect(await pendingIds()).toEqual([]);
});

it('keeps an event once, however often and by how many it is appended', async () => {
  await append(['e1', ada]);
  await Promise.all(Array.from({ length: 8 }, () => append(['e1', ada], ['e2', ada])));
  expect(await pendingIds()).toEqual(['e1', 'e2']);
});

it("keeps each drive's events in the order in which they were appended", async () => {
  await append(['e9', ada], ['e1', bob]);
  await append(['e5', ada]);
  await append(['e1b', bob], ['e3', ada]);
  const ids = await pendingIds();
  expect(ids.filter((id) => ['e9', 'e5', 'e3'].includes(id))).toEqual(['e9', 'e5', 'e3']);
  expect(ids.filter((id) => ['e1', 'e1b'].includes(id))).toEqual(['e1', 'e1b']);
});

it('leaves young events out, but for those of drives that are asked for, whatever their slot', async () => {
  await append(['e1', ada], ['e2', bob]);
  const young = (drives: DriveId[], ageMs: number) => ({
    drives,
    since: new Date(clock.now().getTime() - ageMs),
  });
  const chosen = async (slots: number[], ...given: Parameters<typeof young>) =>
    (await outbox.pending(slots, 10, undefined, young(...given))).map(({ id }) => id);
  expect(await chosen(everySlot, [], 1)).toEqual([]);
  expect(await chosen(everySlot, [bob], 1)).toEqual(['e2']);
  expect(await chosen([], [bob], 1)).toEqual(['e2']);
  expect(await chosen([slotOf(ada)], [], -1)).toEqual(['e1']);
  expect((await chosen([slotOf(ada)], [bob], -1)).toSorted()).toEqual(['e1', 'e2']);
});

it('gives a slot only the events of its drives', async () => {
  await append(['e1', ada], ['e2', bob]);
  expect(slotOf(ada)).not.toBe(slotOf(bob));
  expect((await outbox.pending([slotOf(bob)], 10)).map(({ id }) => id)).toEqual(['e2']);
  expect(await outbox.pending([], 10)).toEqual([]);
});

it('forgets what was published, and nothing else: what commits late is still found', async () => {
  const late = database.client.startSession();
  late.startTransaction();
  await outbox.append(late, event('early but late', ada));
  await append(['e2', ada], ['e3', ada]);
  await outbox.markPublished(await pendingIds());
  // What is cleared need not be durable at once, and only what is durable is read.
  await eventually(async () => expect(await pendingIds()).toEqual([]));
  await late.commitTransaction();
  await late.endSession();
  expect(await pendingIds()).toEqual(['early but late']);
});

it('tells how much waits and for how long', async () => {
  expect(await outbox.depth()).toEqual({ events: 0, oldestAgeMs: 0 });
  await append(['e1', ada], ['e2', bob]);
  clock.advance(5_000);
  await append(['e3', ada]);
  expect(await outbox.depth()).toEqual({ events: 3, oldestAgeMs: 5_000 });
  await outbox.markPublished(['e1', 'e2']);
  expect(await outbox.depth()).toEqual({ events: 1, oldestAgeMs: 0 });
});

it('pages through everything, published or not', async () => {
  await append(
    ...Array.from({ length: 25 }, (_, i): [string, DriveId] => [`e${i}`, i % 3 === 0 ? ada : bob]),
  );
  await outbox.markPublished(['e0', 'e4', 'e9']);
  const seen: string[] = [];
  for (
    let page = await outbox.all(null, 4);
    page.length > 0;
    page = await outbox.all(seen.at(-1) ?? null, 4)
  ) {
    seen.push(...page.map(({ id }) => id));
  }
  expect(seen).toHaveLength(25);
  expect(new Set(seen).size).toBe(25);
});

it('pokes who listens', () => {
  const poked: DriveId[] = [];
  outbox.onAppended((drive) => poked.push(drive));
  outbox.appended(ada);
  expect(poked).toEqual([ada]);
});

it('holds the events of a drive store, in the order of their versions, also for a consumer that missed some', async () => {
  const { client, db } = database;
  const store = createMongoDriveStore({
    ...shelfOptions(1, clock),
    client,
    db,
  });
  await store.prepare();
  const shelf = shelfOf(store);
  await shelf.together(Array.from({ length: 12 }, (_, i) => createFolder(`f${i}`)));
  const versions = (messages: { version: number | null }[]) => messages.map(({ version }) => version);
  expect(versions(await outbox.pending(everySlot, 100))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  await outbox.markPublished([`shelf:${shelf.drive}:1`, `shelf:${shelf.drive}:11`]);
  await eventually(async () =>
    expect(versions(await outbox.pending(everySlot, 100))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 12]),
  );
  expect(versions(await outbox.after(shelf.drive, 9, 2))).toEqual([10, 11]);
  expect((await outbox.after(shelf.drive, 0, 1))[0]).toMatchObject({
    actor: 'local|ada',
    trace: expect.stringMatching(/^00-/u),
  });
});

it('passes over what is under way within the index, by one plan', async () => {
  await append(...Array.from({ length: 60 }, (_, i): [string, DriveId] => [`e${i}`, i % 2 ? ada : bob]));
  const places = await database.db.collection<{ _id: string; seq: number }>('events').find().toArray();
  const seqOf = (id: string) => places.find(({ _id }) => _id === id)?.seq ?? 0;
  await database.db.command({ profile: 2 });
  const found = await outbox.pending(
    everySlot,
    100,
    { drives: [], ids: new Map([['e57', ada]]), upTo: new Map([[ada, seqOf('e57')]]) },
    { drives: [ada, bob], since: new Date(clock.now().getTime() - 1) },
  );
  await database.db.command({ profile: 0 });
  expect(found.filter(({ drive }) => drive === ada).map(({ id }) => id)).toEqual(['e59']);
  expect(found.filter(({ drive }) => drive === bob)).toHaveLength(30);
  const [read] = await database.db
    .collection('system.profile')
    .find({ op: 'query', ns: /events$/u, docsExamined: { $gt: 0 } })
    .sort({ ts: -1 })
    .limit(1)
    .toArray();
  expect(read).toMatchObject({ docsExamined: 31, nreturned: 31 });
  expect([read?.fromMultiPlanner, read?.hasSortStage]).toEqual([undefined, undefined]);
});

it('reads its queue from the index, without touching what was published', async () => {
  await append(...Array.from({ length: 200 }, (_, i): [string, DriveId] => [`e${i}`, ada]));
  await outbox.markPublished(Array.from({ length: 195 }, (_, i) => `e${i}`));
  const plan = await database.db
    .collection('events')
    .find({ pub: false, slot: { $in: [slotOf(ada), 1] } })
    .sort({ slot: 1, drive: 1, seq: 1 })
    .hint('unpublished')
    .limit(50)
    .explain('executionStats');
  expect(plan['executionStats']).toMatchObject({ nReturned: 5, totalDocsExamined: 5 });
  expect(JSON.stringify(plan['queryPlanner'])).not.toContain('"SORT"');
});
