import { ROOT_ID, type DriveId } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addBook, createFolder, rename } from '../example/shelf-commands.js';
import { shelfEvent, shelfSides, type ShelfSide } from '../example/shelf-events.js';
import { shelfProjection } from '../example/shelf-projection.js';
import { changeQuota, putAway, remove, reserve } from '../example/shelf-tree-commands.js';
import { collectionsOf, type DriveCollections } from '../mongo/collections.js';
import { openMongoShelf } from '../../testing/open-mongo-shelf.js';
import { shelfOf, type ShelfStore } from '../../testing/open-shelf.js';
import { createDriveCheck } from './drive-check.js';
import type { Finding } from './finding.js';

let database: TestDatabase;
let store: ShelfStore;
let raw: DriveCollections<ShelfSide>;
let check: (drive: DriveId) => Promise<Finding[]>;
let shelf: ReturnType<typeof shelfOf>;

beforeAll(async () => {
  database = await testDatabase('check');
  store = await openMongoShelf(database, { defaults: { quota: 100 } });
  raw = collectionsOf(database.db, shelfSides);
  check = createDriveCheck({
    ...database,
    service: 'shelf',
    projection: shelfProjection,
    eventSchema: shelfEvent,
    sides: shelfSides,
    defaults: { quota: 100 },
    clock: { now: () => new Date() },
    ids: { next: () => 'unused' },
    weigh: ({ size, class: kind }) => ({ used: size, count: 1, kind: kind === 'item' ? 'Documents' : null }),
    reservations: {
      side: 'reservations',
      bytesOf: (reservation) => (reservation as unknown as { bytes: number }).bytes,
    },
  });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});
beforeEach(async () => {
  shelf = shelfOf(store);
  await shelf.together([
    createFolder('Novels', ROOT_ID, 'n'),
    createFolder('Old', 'n', 'o'),
    addBook({ name: 'Dune', parentId: 'o', id: 'd', size: 9 }),
    addBook({ name: 'Emma', id: 'e', size: 5 }),
    reserve('upload', 20),
    createFolder('Away', ROOT_ID, 'a'),
    addBook({ name: 'In limbo', parentId: 'a', id: 'l' }),
    putAway('a', 'p1'),
    rename('e', 'Emma (2)'),
  ]);
});

const row = (id: string) => ({ _id: `${shelf.drive}:1:${id}` });
const rules = async () => (await check(shelf.drive)).map(({ rule, code }) => `${rule} ${code}`);

it('finds nothing in a drive that is as it should be, in one never used, and in one beyond a plan that became smaller', async () => {
  expect(await check(shelf.drive)).toEqual([]);
  expect(await check(shelfOf(store).drive)).toEqual([]);
  await shelf.run(addBook({ name: 'Large', size: 60 }));
  await shelf.run(changeQuota(30));
  await shelf.run(remove('d'));
  await shelf.run(addBook({ name: 'Arrived', size: 20, reserved: 20 }));
  await raw.sides.reservations.deleteOne({ _id: `${shelf.drive}:upload` });
  expect(await check(shelf.drive)).toEqual([]);
});

it('finds nothing while the drive is written', async () => {
  let writing = true;
  const writer = (async () => {
    for (let i = 0; writing; i += 1) await shelf.run(addBook({ name: `b${i}`, size: 0 }));
  })();
  for (let i = 0; i < 15; i += 1) expect(await check(shelf.drive)).toEqual([]);
  writing = false;
  await writer;
});

it('rule 1: finds an event that is missing', async () => {
  await raw.events.deleteOne({ _id: `shelf:${shelf.drive}:3` });
  expect(await rules()).toContain('1 events.gap');
});

it('rule 1: finds that the last event is missing', async () => {
  await raw.events.deleteOne({ drive: shelf.drive, version: 8 });
  expect(await rules()).toContain('1 events.gap');
});

it('rule 2: finds an event that no reader understands', async () => {
  await raw.events.updateOne(
    { _id: `shelf:${shelf.drive}:2` },
    { $set: { 'data.type': 'shelf.unheard-of' } },
  );
  expect(await rules()).toContain('2 events.unreadable');
});

it('rule 2: finds rows that are missing, that no event made, and that are not as they should be', async () => {
  await raw.elements.deleteOne(row('e'));
  await raw.elements.updateOne(row('o'), { $set: { name: 'Changed' } });
  const { _id, ...dune } = (await raw.elements.findOne(row('d')))!;
  await raw.elements.insertOne({ ...dune, _id: row('x')._id, nameKey: 'x' });
  const found = (await check(shelf.drive)).filter(({ code }) => code === 'rows.differ');
  expect(found.map(({ ids }) => ids)).toEqual([['e'], ['x'], ['o']]);
});

it('rule 3: finds two with one name', async () => {
  await raw.elements.dropIndex('unique:parentId,class,nameKey');
  await raw.elements.updateOne(row('e'), { $set: { nameKey: 'dune', parentId: 'o' } });
  const found = await check(shelf.drive);
  await raw.elements.deleteMany({ driveKey: `${shelf.drive}:1` });
  await store.prepare();
  expect(found.find(({ rule }) => rule === 3)).toMatchObject({ code: 'names.shared', ids: ['d', 'e'] });
});

it('rule 4: finds what lies under nothing', async () => {
  await raw.elements.updateOne(row('o'), { $set: { parentId: 'nobody' } });
  expect((await check(shelf.drive)).find(({ rule }) => rule === 4)).toMatchObject({
    code: 'parents.lost',
    ids: ['d', 'o'],
  });
});

it('rule 4: finds a circle', async () => {
  await raw.elements.updateOne(row('n'), { $set: { parentId: 'o' } });
  expect((await check(shelf.drive)).find(({ rule }) => rule === 4)?.ids.toSorted()).toEqual(['d', 'n', 'o']);
});

it('rule 5: finds counters that are not what a recount gives', async () => {
  await raw.drives.updateOne({ _id: shelf.drive }, { $inc: { 'byKind.Documents': 1 } });
  expect(await rules()).toEqual(['5 counters.differ', '5 counters.differ']);
  await raw.drives.updateOne({ _id: shelf.drive }, { $inc: { 'byKind.Documents': -1, count: 1 } });
  expect(await rules()).toContain('5 counters.differ');
});

it('rule 5: finds a reservation that is counted though it is gone', async () => {
  await raw.sides.reservations.deleteOne({ _id: `${shelf.drive}:upload` });
  expect(await rules()).toEqual(['5 counters.differ']);
});

it('rule 8: finds more used and reserved than there is room', async () => {
  await raw.drives.updateOne({ _id: shelf.drive }, { $inc: { reserved: 90 } });
  await raw.sides.reservations.updateOne({ _id: `${shelf.drive}:upload` }, [
    { $set: { bytes: { $add: ['$bytes', 90] } } },
  ]);
  expect(await rules()).toEqual(['8 quota.exceeded']);
});

it('rule 8: finds a growth that should have been refused', async () => {
  await shelf.run(changeQuota(1_000));
  await shelf.run(addBook({ name: 'Large', size: 500 }));
  await raw.events.updateOne({ _id: `shelf:${shelf.drive}:9` }, { $set: { 'data.quota': 100 } });
  expect(await rules()).toContain('8 quota.exceeded');
});
