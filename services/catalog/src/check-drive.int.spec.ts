import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startUpload } from './application/commands/start-upload.js';
import { checkDrive } from './application/reads/check-drive.js';
import type { TestDrive } from '../testing/catalog-subject.js';
import { mongoDrives } from '../testing/mongo-drives.js';
import { aFile, aFolder, aLink } from '../testing/facts.js';

let database: TestDatabase;
let newDrive: () => TestDrive;
beforeAll(async () => {
  database = await testDatabase('catalog_check');
  newDrive = await mongoDrives(database);
});
afterAll(() => database.drop());

const check = async ({ catalog, account }: TestDrive) =>
  (await checkDrive(catalog, account.drive)).map(({ rule }) => rule);

it('a shelf whose rows were changed behind its back is found out, and repaired by a rebuild', async () => {
  const drive = newDrive();
  await drive.given(aFolder('a'), aLink('l', 'a'), aFile('f.png', 'a'));
  expect(await check(drive)).toEqual([]);
  const rows = database.db.collection('elements');
  for (const harm of [
    { parentId: 'nowhere' },
    { size: 5 },
    { name: 'other' },
    { tags: ['x'] },
    { confirm: true },
  ]) {
    expect((await rows.updateOne({ name: { $in: ['l', 'other'] } }, { $set: harm })).modifiedCount).toBe(1);
    expect(await check(drive)).toContain('live-equals-replay');
    await drive.catalog.store.rebuild(drive.account.drive);
    expect(await check(drive)).toEqual([]);
  }
});

it('an upload under way is in order', async () => {
  const drive = newDrive();
  const files = [{ name: 'film.mp4', size: 9_000_000, type: 'video/mp4', source: 'device' }];
  await startUpload(drive.catalog, drive.account, drive.opId(), { address: { url: '/' }, files });
  expect((await drive.catalog.store.state(drive.account.drive)).reserved).toBe(9_000_000);
  expect(await check(drive)).toEqual([]);
});

it('a counter or reservation that was changed by hand is found out', async () => {
  const drive = newDrive();
  await drive.given(aLink('l'));
  const _id = drive.account.drive as never;
  await database.db.collection('drives').updateOne({ _id }, { $inc: { used: 1, reserved: 7 } });
  expect(new Set(await check(drive))).toEqual(new Set(['live-equals-replay', 'counters', 'reserved']));
});
