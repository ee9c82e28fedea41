import { driveId } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StoredShareCounts } from './share-counts.js';

const drive = driveId.parse('drive');
let database: TestDatabase;
/** Two processes. */
let counts: readonly [StoredShareCounts, StoredShareCounts];
beforeAll(async () => {
  database = await testDatabase('share_counts');
  counts = [new StoredShareCounts(database.db), new StoredShareCounts(database.db)];
});
afterAll(() => database.drop());
const at = (index: number): StoredShareCounts => (index % 2 ? counts[1] : counts[0]);
const downloads = async (link: string) => (await at(0).of(drive)).get(link)?.downloads;

it('of 50 downloads at once at two processes, as many begin as the limit allows', async () => {
  const begin = (index: number) => at(index).add(drive, 'link', 'downloads', 10);
  const begun = await Promise.all(Array.from({ length: 50 }, (_, index) => begin(index)));
  expect(begun.filter(Boolean)).toHaveLength(10);
  expect(await downloads('link')).toBe(10);
  await at(0).takeBack(drive, 'link', 'downloads');
  expect([await begin(0), await begin(1)]).toEqual([true, false]);
});

it('openings have no limit, and other links count apart', async () => {
  const opened = Array.from({ length: 30 }, (_, index) => at(index).add(drive, 'other', 'opened', null));
  expect((await Promise.all(opened)).every(Boolean)).toBe(true);
  expect(await at(0).of(drive)).toEqual(
    new Map([
      ['link', { opened: 0, downloads: 10 }],
      ['other', { opened: 30, downloads: 0 }],
    ]),
  );
});

it('traffic is added up over all processes, and begins again each day', async () => {
  const send = (day: string, bytes: number, index = 0) => at(index).send(drive, 'link', day, bytes);
  await Promise.all(Array.from({ length: 20 }, (_, index) => send('2026-01-01', 5, index)));
  expect(await send('2026-01-01', 0)).toBe(100);
  expect([await send('2026-01-02', 7), await send('2026-01-02', 1)]).toEqual([7, 8]);
  expect(await downloads('link')).toBe(10);
});

it('are forgotten with their link, and with their drive', async () => {
  await at(0).add(driveId.parse('drive2'), 'link', 'opened', null);
  await at(0).forget(drive, 'other');
  expect([...(await at(0).of(drive)).keys()]).toEqual(['link']);
  await at(0).forgetDrive(drive);
  expect((await at(0).of(drive)).size).toBe(0);
  expect((await at(0).of(driveId.parse('drive2'))).size).toBe(1);
});
