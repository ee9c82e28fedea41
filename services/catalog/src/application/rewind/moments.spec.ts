import type { FormerView } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFolder, aLink } from '../../../testing/facts.js';
import { large, run } from '../../../testing/large-shelf.js';
import { edit, paste, remove, uploadTo } from '../../../testing/shelf-commands.js';
import { tagElements } from '../commands/tag-elements.js';
import { listMoments } from './list-moments.js';
import { listThen } from './list-then.js';
import { planOf } from './rewind-folder.js';

const day = 24 * 3600_000;

const rowOf = async ({ catalog, account }: TestDrive, id: string) => {
  const row = await (await catalog.store.reader(account.drive)).get(id);
  if (!row) throw new Error(`no ${id}`);
  return row;
};

const namesAt = async (
  { catalog, account }: TestDrive,
  folder: string,
  moment: { version?: number; at?: string },
): Promise<FormerView[]> => (await listThen(catalog, account, { folder, limit: 100, ...moment })).docs;

it('says what happened, together what happened within minutes, and below one folder alone', async () => {
  const drive = testDrive({ trashDays: 30 });
  const { catalog, account, clock } = drive;
  await drive.given(aFolder('a'), aFolder('b'));
  clock.advance(day);
  for (const name of ['one.png', 'two.png', 'three.png']) await uploadTo(drive, 'a', name, 5);
  await edit(drive, await rowOf(drive, 'b'), 'c', []);
  await paste(drive, 'cut', 'b', 'a');
  const { docs, next, days } = await listMoments(catalog, account, { limit: 10 });
  const shown = docs.map(({ kind, count, names, to }) => [kind, count, names, ...(to ? [to] : [])]);
  expect(shown).toEqual([
    ['moved', 1, ['a']],
    ['renamed', 1, ['b'], 'c'],
    ['uploaded', 3, ['three.png', 'two.png', 'one.png']],
    ['folders', 2, ['b', 'a']],
  ]);
  expect({ next, days }).toEqual({ next: null, days: 30 });
  const below = await listMoments(catalog, account, { folder: 'a', limit: 10 });
  expect(below.docs.map(({ kind }) => kind)).toEqual(['moved', 'uploaded', 'folders']);
  const [, , uploads] = docs;
  const first = await listMoments(catalog, account, { limit: 2 });
  expect(first.next).toBe(uploads?.version);
  expect((await namesAt(drive, 'a', { version: (uploads?.from ?? 0) - 1 })).length).toBe(0);
  expect(
    (await namesAt(drive, 'a', { at: new Date(clock.now().getTime() - day).toISOString() })).length,
  ).toBe(0);
});

it('says which device did it where all of it was done by one', async () => {
  const drive = await large();
  const { catalog, account, clock } = drive;
  const devices = async () => {
    clock.advance(day);
    const { docs } = await listMoments(catalog, account, { limit: 1 });
    return docs.map(({ kind, count, device }) => [kind, count, device]);
  };
  account.device = 'Firefox on Linux';
  for (const name of ['one.png', 'two.png']) await uploadTo(drive, 'a', name, 5);
  expect(await devices()).toEqual([['uploaded', 2, 'Firefox on Linux']]);
  await uploadTo(drive, 'a', 'three.png', 5);
  account.device = 'curl';
  await uploadTo(drive, 'a', 'four.png', 5);
  expect(await devices()).toEqual([['uploaded', 2, undefined]]);
  await uploadTo(drive, 'a', 'five.png', 5);
  account.device = undefined;
  await uploadTo(drive, 'a', 'six.png', 5);
  expect(await devices()).toEqual([['uploaded', 2, undefined]]);
  account.device = 'Chrome on Mac';
  await paste(drive, 'copy', 'to', 'a');
  await run(drive);
  expect(await devices()).toEqual([['copied', expect.any(Number), 'Chrome on Mac']]);
});

it('refuses a moment that lies before what the trash keeps', async () => {
  const drive = testDrive({ trashDays: 30 });
  await drive.given(aFolder('a'), aFolder('b'));
  drive.clock.advance(31 * day);
  expect(await namesAt(drive, 'root', { version: 2 })).toHaveLength(2);
  await expect(namesAt(drive, 'root', { version: 1 })).rejects.toMatchObject({ code: 'rewind.too-far' });
  await expect(namesAt(drive, 'root', { version: 3 })).rejects.toMatchObject({ code: 'input.invalid' });
});

it('knows from all that happened before what events of earlier versions do not say', async () => {
  const drive = testDrive({ trashDays: 30 });
  const { catalog, account } = drive;
  await drive.given(aFolder('a'), aLink('l', 'a'));
  await tagElements(catalog, account, drive.opId(), { ids: ['l'], add: ['sun'], remove: [] });
  const version = await catalog.store.version(account.drive);
  const row = await rowOf(drive, 'l');
  await drive.given({
    type: 'catalog.element.edited',
    id: row.id,
    class: 'item',
    from: row.name,
    name: 'other',
    nameKey: 'other',
    extension: null,
    tags: [],
    size: row.size,
    confirm: null,
    delta: { used: 0, count: 0, byKind: {} },
  });
  await remove(drive, ['a']);
  const [shown] = await namesAt(drive, 'a', { version });
  expect(shown).toMatchObject({ linkname: row.name, linktag: ['sun'], kept: 'trash' });
  const { plan } = await planOf(catalog, account, { folder: 'root', version });
  expect(plan).toMatchObject({ restored: 1, renamed: 1, trashed: 0, gone: 0 });
});
