import { ROOT_ID, type DriveId } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { BSON } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventRecord } from '../drive-storage.js';
import { addBook, createFolder, rename } from '../example/shelf-commands.js';
import { changeQuota, markRead, remove } from '../example/shelf-tree-commands.js';
import { shelfSides } from '../example/shelf-events.js';
import { collectionsOf } from '../mongo/collections.js';
import { openMongoShelf } from '../../testing/open-mongo-shelf.js';
import { newOp, shelfOf, type ShelfStore } from '../../testing/open-shelf.js';
import { openDriveSnapshot, readRecords } from './read-drive-copy.js';
import { forgetDrive } from './forget-drive.js';
import { archivedRecord, isThere, restoreDrive } from './restore-drive.js';

let [home, elsewhere]: TestDatabase[] = [];
let [stored, restored]: ShelfStore[] = [];
beforeAll(async () => {
  home = await testDatabase('archive_home');
  elsewhere = await testDatabase('archive_elsewhere');
  stored = await openMongoShelf(home);
  restored = await openMongoShelf(elsewhere);
});
afterAll(async () => {
  await stored?.close();
  await restored?.close();
  await home?.drop();
  await elsewhere?.drop();
});

const there = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('not started');
  return value;
};
const all = async (drive: DriveId, upTo: number): Promise<EventRecord[][]> =>
  Array.fromAsync(readRecords(there(home).db, drive, upTo));
async function* pagesOf(...pages: EventRecord[][]): AsyncGenerator<EventRecord[]> {
  yield* pages;
}

const archived = { settings: 'settings', processes: 'processes' };

async function momentOf(drive: DriveId) {
  const { rows, close, ...moment } = await openDriveSnapshot(there(home).db, drive, archived);
  const ids = (await Array.fromAsync(rows('nameKey'))).map(({ id }) => id);
  await close();
  return { ...moment, ids };
}

async function filled() {
  const shelf = shelfOf(there(stored));
  await shelf.together([
    createFolder('Novels', ROOT_ID, 'n'),
    addBook({ name: 'Dune', parentId: 'n', id: 'd', size: 9 }),
    addBook({ name: 'Gone', id: 'g', size: 5 }),
    rename('d', 'DUNE'),
    markRead(['d'], new Date(1)),
    remove('g'),
    changeQuota(500),
  ]);
  await there(home)
    .db.collection('settings')
    .insertOne({ _id: `${shelf.drive}:shown` as never, value: true });
  return shelf;
}

describe('a drive that is copied', () => {
  it('is equal where it is restored: stream, read model, counters, settings, answers of its commands', async () => {
    const { drive, state } = await filled();
    const opId = newOp();
    const command = addBook({ name: 'Emma', id: 'e', size: 1 });
    const answer = await shelfOf(there(stored), drive).run(command, opId);
    const moment = await momentOf(drive);
    expect(moment).toMatchObject({ version: 8, underWay: 0, ids: ['d', 'e', 'n'] });
    // As an archive writes them down and reads them.
    const pages = (await all(drive, moment.version)).map((page) =>
      page.map((record) => archivedRecord.parse(BSON.EJSON.parse(BSON.EJSON.stringify(record)))),
    );
    const { version } = moment;
    const settings = { side: 'settings', documents: moment.settings };
    await restoreDrive(there(elsewhere).db, { drive, version, settings, records: pagesOf(...pages) });
    expect(await there(restored).rebuild(drive)).toEqual({ rows: 3, version: 8 });
    expect(await there(restored).dump(drive)).toBe(await there(stored).dump(drive));
    expect(await there(restored).state(drive)).toEqual({ ...(await state()), bounds: {} });
    const found = collectionsOf(there(elsewhere).db, shelfSides);
    expect(await found.sides.settings.findOne({ _id: `${drive}:shown` })).toMatchObject({ value: true });
    const back = shelfOf(there(restored), drive);
    expect(await back.run(command, opId)).toEqual(answer);
    await back.run(createFolder('After'));
    expect(await back.state()).toMatchObject({ version: 9, count: 4, used: 10, quota: 500 });
    expect(await found.events.countDocuments({ drive, pub: false })).toBe(1);
  });

  it('is of one moment though commands go on', async () => {
    const shelf = shelfOf(there(stored));
    await shelf.together(Array.from({ length: 50 }, (_, n) => createFolder(`a${n}`)));
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n += 1) await shelf.run(createFolder(`b${n}`));
    })();
    for (let n = 0; n < 10; n += 1) {
      const { version, ids } = await momentOf(shelf.drive);
      expect(ids).toHaveLength(version);
      const records = (await all(shelf.drive, version)).flat();
      expect(records.map((record) => record.version)).toEqual(ids.map((_, index) => index + 1));
    }
    writing = false;
    await writer;
  });

  it('comes in pages of 500 events at most, as far as it was asked for', async () => {
    const shelf = shelfOf(there(stored));
    for (let n = 0; n < 6; n += 1)
      await shelf.together(Array.from({ length: 100 }, (_, m) => createFolder(`f${n}-${m}`)));
    expect((await all(shelf.drive, 600)).map((page) => page.length)).toEqual([500, 100]);
    expect((await all(shelf.drive, 517)).map((page) => page.length)).toEqual([500, 17]);
    expect(await all(shelf.drive, 0)).toEqual([]);
    const { drive } = shelfOf(there(stored));
    expect(await momentOf(drive)).toEqual({ version: 0, underWay: 0, settings: [], ids: [] });
  });
});

it('large events come in pages of about half a megabyte, also behind many small ones', async () => {
  const shelf = shelfOf(there(stored));
  await shelf.together(Array.from({ length: 90 }, (_, n) => createFolder(`f${n}`)));
  const { events } = collectionsOf(there(home).db);
  const large = { drive: shelf.drive, seq: { $gt: 40 } };
  await events.updateMany(large, { $set: { 'data.note': 'x'.repeat(200_000) } });
  const pages = (await all(shelf.drive, 90)).map((page) => page.length);
  expect(pages[0]).toBe(43);
  expect(Math.max(...pages.slice(1))).toBe(3);
  expect(pages.reduce((sum, length) => sum + length, 0)).toBe(90);
});

describe('a drive that is restored', () => {
  const version = 7;

  it('is refused where it is, or where it was closed for good, and nothing is changed', async () => {
    const { drive } = await filled();
    const records = await all(drive, version);
    const before = await there(stored).dump(drive);
    const again = restoreDrive(there(home).db, {
      drive,
      version,
      records: pagesOf(...records),
    });
    await expect(again).rejects.toThrow(`The drive ${drive} is there already.`);
    expect(await there(stored).dump(drive)).toBe(before);
    const { closed } = collectionsOf(there(elsewhere).db, shelfSides);
    await closed.insertOne({ _id: drive });
    const closedOne = restoreDrive(there(elsewhere).db, {
      drive,
      version,
      records: pagesOf(...records),
    });
    await expect(closedOne).rejects.toThrow('is there already');
    expect(await isThere(there(elsewhere).db, drive)).toBe(true);
  });

  it.each<[string, (page: EventRecord[]) => EventRecord[], string]>([
    ['lacks its first event', (page) => page.slice(1), 'Version 1 of the drive'],
    ['lacks one in the middle', (page) => page.toSpliced(3, 1), 'Version 4 of the drive'],
    ['lacks its end', (page) => page.slice(0, -1), 'ends at version 6, not 7'],
    ['has one twice', (page) => [...page.slice(0, 2), ...page.slice(1)], 'Version 3 of the drive'],
    ['is in another order', (page) => page.toReversed(), 'Version 1 of the drive'],
    [
      'is of another drive',
      (page) => page.map((record) => ({ ...record, drive: 'other' as DriveId })),
      'Version 1 of the drive',
    ],
  ])('and %s is refused, and can be taken back as if nothing had been', async (_, change, message) => {
    const { drive } = await filled();
    const records = (await all(drive, version)).flat();
    const stream = { drive, version, settings: { side: 'settings', documents: [{ id: 'shown' }] } };
    const wrong = restoreDrive(there(elsewhere).db, { ...stream, records: pagesOf(change(records)) });
    await expect(wrong).rejects.toThrow(message);
    await forgetDrive(there(elsewhere).db, drive, shelfSides);
    expect(await isThere(there(elsewhere).db, drive)).toBe(false);
    await restoreDrive(there(elsewhere).db, { ...stream, records: pagesOf(records) });
    await there(restored).rebuild(drive);
    expect(await there(restored).dump(drive)).toBe(await there(stored).dump(drive));
    await forgetDrive(there(elsewhere).db, drive, shelfSides);
    const { drives, events, elements, sides } = collectionsOf(there(elsewhere).db, shelfSides);
    const left = [
      ...(await drives.find({ _id: drive }).toArray()),
      ...(await events.find({ drive }).toArray()),
      ...(await elements.find({ driveKey: `${drive}:1` }).toArray()),
      ...(await sides.settings.find({ _id: `${drive}:shown` }).toArray()),
    ];
    expect(left).toEqual([]);
  });

  it('takes no event that is not what an event looks like', () => {
    const record = { id: 'shelf:d:1', drive: 'd', version: 1, type: 'shelf.renamed', schema: 1, data: {} };
    const rest = { opId: 'op:1', hash: '', answer: null, at: new Date(), actor: null, trace: null };
    expect(archivedRecord.safeParse({ ...record, ...rest }).success).toBe(true);
    for (const wrong of [{ version: 0 }, { at: '2026-01-01' }, { drive: '' }, { data: null }, { more: 1 }])
      expect(archivedRecord.safeParse({ ...record, ...rest, ...wrong }).success, JSON.stringify(wrong)).toBe(
        false,
      );
  });
});
