import { ROOT_ID, type CatalogEvent } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota, manyFiles } from '../../../testing/facts.js';
import { below, inOrder, picture, stateOf } from '../../../testing/large-shelf.js';
import { addTo, outcomeOf, standing } from '../../../testing/shelf-commands.js';
import { fullChunks } from '../processes/chunk-pace.js';
import { liveFiles } from '../reads/blobs-in-use.js';
import { listTrash, type TrashQuestion } from '../reads/list-trash.js';
import { listTags } from '../reads/overview.js';
import { readUsage } from '../reads/read-usage.js';
import { search } from '../reads/search.js';
import { tendTrash } from '../trash/tend-trash.js';
import { ListingCache } from '../../infrastructure/listing-cache.js';
import { deleteElements } from './delete-elements.js';
import { purgeTrash } from './purge-trash.js';
import { restoreTrash, type Restoring } from './restore-trash.js';
import { setTrashDays } from './set-trash-days.js';
import { retagDrive, tagElements } from './tag-elements.js';
import { undoOperations } from './undo-operations.js';

const shelf = async (...facts: CatalogEvent[]) => {
  const drive = testDrive({ trashDays: 30 });
  await drive.given(...facts);
  return drive;
};
const trip = [aFolder('a'), aFolder('b', 'a'), aFile('x.png', 'b', 500), aLink('l', 'a'), aLink('top')];

const remove = async ({ catalog, account, opId, clock }: TestDrive, ...ids: string[]) => {
  const operation = opId();
  clock.advance(1);
  await deleteElements(catalog, account, operation, ids);
  return operation;
};
const restore = ({ catalog, account, opId }: TestDrive, ids: string[], rest: Omit<Restoring, 'ids'> = {}) =>
  restoreTrash(catalog, account, opId(), { ids, ...rest });
const purge = async (drive: TestDrive, ids: string[] | null) => {
  await purgeTrash(drive.catalog, drive.account, drive.opId(), ids);
  await tend(drive);
};
const tend = ({ catalog, account: { drive } }: TestDrive) =>
  tendTrash(catalog, drive, fullChunks, new AbortController().signal);
const list = async ({ catalog, account }: TestDrive, question: Partial<TrashQuestion> = {}) =>
  listTrash(catalog, account, { limit: 100, ...question });
const names = async (drive: TestDrive, question: Partial<TrashQuestion> = {}) =>
  (await list(drive, question)).docs.map(({ linkname }) => linkname);
const undo = ({ catalog, account, opId }: TestDrive, operation: Awaited<ReturnType<typeof remove>>) =>
  undoOperations(catalog, account, opId(), [operation]);
const paths = async (drive: TestDrive) => (await standing(drive)).map(({ path }) => path).toSorted();

describe('what is deleted', () => {
  it('lies in the trash with its path and date, and counts as free at once', async () => {
    const drive = await shelf(...trip);
    const before = await readUsage(drive.catalog, drive.account);
    await remove(drive, 'b', 'l');
    const { docs, kept, days } = await list(drive, { sort: 'name' });
    expect(docs).toMatchObject([
      { linkname: 'b', path: '/a/', kept: { bytes: 500, count: 2 } },
      { linkname: 'l', path: '/a/', deleted: '2026-03-01T12:00:00.001Z', until: '2026-03-31T12:00:00.001Z' },
    ]);
    expect([kept, days]).toEqual([521, 30]);
    const after = await readUsage(drive.catalog, drive.account);
    expect(after).toMatchObject({ available: before.available + 521, kept: 521, count: 2, Images: 0 });
    await inOrder(drive);
  });
  it('is found by no search and no tag, and again when it is restored, with a tag renamed meanwhile', async () => {
    const drive = await shelf(...trip);
    const { catalog, account, opId } = drive;
    const found = async () => (await search(catalog, account, { text: 'x png', limit: 9 })).docs.length;
    const tags = async () => String(await listTags(catalog, new ListingCache(1 << 20), account));
    await tagElements(catalog, account, opId(), { ids: ['x-png'], add: ['old'], remove: [] });
    await remove(drive, 'a');
    expect(await found()).toBe(0);
    expect(await tags()).toContain('"docs":[]');
    await retagDrive(catalog, account, opId(), { tag: 'old', to: 'new' });
    expect(await tags()).toContain('"docs":[]');
    await restore(drive, ['a']);
    expect(await found()).toBe(1);
    expect(await tags()).toContain('"tag":"new","count":1');
    await inOrder(drive);
  });
  it('skips the trash when asked, when there is none, and in a drive beyond its quota', async () => {
    const drive = await shelf(...trip);
    await deleteElements(drive.catalog, drive.account, drive.opId(), ['l'], { forever: true });
    await setTrashDays(drive.catalog, drive.account, drive.opId(), 0);
    await remove(drive, 'b');
    await setTrashDays(drive.catalog, drive.account, drive.opId(), null);
    await drive.given(aQuota(1));
    await remove(drive, 'a');
    expect(await names(drive)).toEqual([]);
    await inOrder(drive);
  });
  it('can be undone after days', async () => {
    const drive = await shelf(...trip);
    const before = await picture(drive);
    const deletion = await remove(drive, 'a', 'top');
    drive.clock.advance(29 * 86_400_000);
    await tend(drive);
    await undo(drive, deletion);
    const { elements, ...sums } = await picture(drive);
    expect(sums).toMatchObject({ used: before.used, count: before.count, byKind: before.byKind });
    expect(elements.map(({ path }) => path)).toEqual(before.elements.map(({ path }) => path));
    await inOrder(drive);
  });
  it.each([
    ['taken out', (drive: TestDrive) => restore(drive, ['x-png'])],
    ['deleted forever', (drive: TestDrive) => purge(drive, ['top'])],
  ])('cannot be undone when something of it was %s', async (_, change) => {
    const drive = await shelf(...trip);
    const deletion = await remove(drive, 'a', 'top');
    await change(drive);
    expect(await outcomeOf(undo(drive, deletion))).toBe('process.not-found');
    await inOrder(drive);
  });
  it('is gone after its days, the rest when it is its turn', async () => {
    const drive = await shelf(...trip);
    await remove(drive, 'l');
    drive.clock.advance(86_400_000);
    await remove(drive, 'a');
    drive.clock.advance(29 * 86_400_000 - 1);
    await tend(drive);
    expect(await names(drive)).toEqual(['a']);
    await setTrashDays(drive.catalog, drive.account, drive.opId(), 180);
    drive.clock.advance(100 * 86_400_000);
    await tend(drive);
    expect(await names(drive)).toEqual(['a']);
    await setTrashDays(drive.catalog, drive.account, drive.opId(), 10);
    await tend(drive);
    expect(await stateOf(drive)).toMatchObject({ kept: 0, keptCount: 0, count: 1 });
    await inOrder(drive);
  });
});

describe('restoring', () => {
  it('brings back to where it was, or the nearest folder above that is there, with a number', async () => {
    const drive = await shelf(...trip);
    await remove(drive, 'b');
    await remove(drive, 'a');
    expect(await restore(drive, ['b'])).toMatchObject([{ linkname: 'b', path: '/' }]);
    await addTo(drive, ROOT_ID, 'a', 'folder', []);
    expect(await restore(drive, ['a'])).toMatchObject([{ linkname: 'a (2)', path: '/' }]);
    expect(await paths(drive)).toEqual(['/a (2)/', '/a (2)/l', '/a/', '/b/', '/b/x.png', '/top']);
    await inOrder(drive);
  });
  it('makes deleted folders again when asked, one for all that come', async () => {
    const drive = await shelf(...trip, aFile('y.png', 'b', 7));
    await remove(drive, 'a');
    await restore(drive, ['x-png', 'y-png', 'l'], { parents: true });
    expect(await below(drive, '/a/')).toEqual(['b/', 'b/x.png', 'b/y.png', 'l']);
    expect(await list(drive)).toMatchObject({ docs: [{ linkname: 'a', kept: { bytes: 0, count: 2 } }] });
    await inOrder(drive);
  });
  it('knows the way also when its folders are deleted forever', async () => {
    const drive = await shelf(...trip);
    await remove(drive, 'x-png');
    await remove(drive, 'a');
    await purge(drive, ['a']);
    expect(await restore(drive, ['x-png'], { parents: true })).toMatchObject([{ path: '/a/b/' }]);
    await inOrder(drive);
  });
  it('takes a folder out of a deleted one into a chosen folder', async () => {
    const drive = await shelf(...trip, aFolder('to'));
    await remove(drive, 'a');
    await restore(drive, ['b'], { to: 'to' });
    expect(await below(drive, '/to/')).toEqual(['b/', 'b/x.png']);
    expect(await names(drive, { folder: 'a' })).toEqual(['l']);
    await inOrder(drive);
  });
  it('a folder of thousands that is not counted, whole and in part, and counts what is left', async () => {
    const drive = await shelf(
      aFolder('a'),
      aFolder('b', 'a'),
      ...manyFiles('a', 300),
      ...manyFiles('b', 200),
    );
    const { used } = await stateOf(drive);
    await remove(drive, 'a');
    expect(await list(drive)).toMatchObject({ docs: [{ kept: null }] });
    await restore(drive, ['b-7']);
    await tend(drive);
    await restore(drive, ['b']);
    expect(await stateOf(drive)).toMatchObject({ kept: 300, keptCount: 301 });
    await restore(drive, ['a']);
    expect(await stateOf(drive)).toMatchObject({ kept: 0, keptCount: 0, used });
    await inOrder(drive);
  });
  it.each(['nobodys', 'top'])('what is not in the trash is refused: %s', async (id) =>
    expect(await outcomeOf(restore(await shelf(...trip), [id]))).toBe('trash.not-found'),
  );
});

describe('deleting forever', () => {
  it('takes chosen elements out at once, and all', async () => {
    const drive = await shelf(...trip);
    await remove(drive, 'b');
    await remove(drive, 'top');
    await purgeTrash(drive.catalog, drive.account, drive.opId(), ['b']);
    expect(await names(drive)).toEqual(['top']);
    expect(await outcomeOf(restore(drive, ['x-png']))).toBe('trash.not-found');
    await purge(drive, null);
    expect(await stateOf(drive)).toMatchObject({ kept: 0, count: 2 });
    const events = await drive.events();
    expect(events.flatMap((event) => ('blobIds' in event ? event.blobIds : []))).toHaveLength(1);
    await inOrder(drive);
  });
  it('takes a part out of a deleted folder, which does not come back with it', async () => {
    const drive = await shelf(...trip, aFolder('c', 'a'), aFile('y.png', 'c', 9));
    await remove(drive, 'a');
    const kept = (await stateOf(drive)).kept;
    await purgeTrash(drive.catalog, drive.account, drive.opId(), ['b', 'x-png']);
    expect(await names(drive, { folder: 'a' })).toEqual(['c', 'l']);
    expect(await outcomeOf(names(drive, { folder: 'b' }))).toBe('trash.not-found');
    expect(await outcomeOf(restore(drive, ['x-png']))).toBe('trash.not-found');
    await purge(drive, ['y-png']);
    expect(await list(drive)).toMatchObject({ docs: [{ kept: { count: 3, bytes: kept - 509 } }] });
    await inOrder(drive);
    await purgeTrash(drive.catalog, drive.account, drive.opId(), ['c']);
    await restore(drive, ['a']);
    expect(await below(drive, '/a/')).toEqual(['l']);
    expect(await stateOf(drive)).toMatchObject({ kept: 0, keptCount: 0, count: 3 });
    await inOrder(drive);
  });
  it('takes a part out of a deleted folder of thousands before it is counted', async () => {
    const drive = await shelf(
      aFolder('a'),
      aFolder('b', 'a'),
      ...manyFiles('a', 300),
      ...manyFiles('b', 200),
    );
    const { used } = await stateOf(drive);
    await remove(drive, 'a');
    await purge(drive, ['b']);
    expect(await stateOf(drive)).toMatchObject({ used: 0, kept: 300, keptCount: 301 });
    await inOrder(drive);
    await restore(drive, ['a']);
    expect(await stateOf(drive)).toMatchObject({ used: used - 200, kept: 0 });
    await inOrder(drive);
  });
  it('leaves alone what came out of it meanwhile', async () => {
    const drive = await shelf(aFolder('a'), ...manyFiles('a', 250));
    await remove(drive, 'a');
    await restore(drive, ['a-3']);
    await purge(drive, ['a']);
    expect((await standing(drive)).map(({ row }) => row.id)).toEqual(['a-3']);
    expect(await stateOf(drive)).toMatchObject({ count: 1, kept: 0 });
    await inOrder(drive);
  });
});

it('a file in the trash is there only for who asks for it there', async () => {
  const drive = await shelf(...trip);
  const live = async (trash?: true) =>
    (
      await liveFiles(drive.catalog, {
        reach: { drive: drive.account.drive },
        blobIds: ['blob-x-png' as never],
        known: null,
        trash,
      })
    ).live;
  expect([await live(), await live(true)]).toEqual([['blob-x-png'], []]);
  await remove(drive, 'a');
  expect([await live(), await live(true)]).toEqual([[], ['blob-x-png']]);
  await purgeTrash(drive.catalog, drive.account, drive.opId(), null);
  expect([await live(), await live(true)]).toEqual([[], []]);
});

it('pages, sorts and searches', async () => {
  const drive = await shelf(
    ...['c', 'a', 'B'].map((name, index) => aFile(`${name}.png`, 'root', 10 - index)),
  );
  for (const id of ['c-png', 'a-png', 'B-png']) await remove(drive, id);
  expect(await names(drive)).toEqual(['B.png', 'a.png', 'c.png']);
  expect(await names(drive, { sort: 'name' })).toEqual(['a.png', 'B.png', 'c.png']);
  expect(await names(drive, { sort: 'size', direction: 'desc' })).toEqual(['c.png', 'a.png', 'B.png']);
  expect(await names(drive, { text: 'b.P' })).toEqual(['B.png']);
  for (const sort of ['deleted', 'name'] as const) {
    const first = await list(drive, { sort, limit: 2 });
    expect(first.docs).toHaveLength(2);
    expect(await names(drive, { sort, limit: 2, after: first.next ?? '' })).toHaveLength(1);
  }
});
