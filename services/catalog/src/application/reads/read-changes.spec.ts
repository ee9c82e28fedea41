import { describe, expect, it } from 'vitest';
import { testDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota, idOf } from '../../../testing/facts.js';
import { edit, remove } from '../../../testing/shelf-commands.js';
import { readChanges } from './read-changes.js';
import { readUsage } from './read-usage.js';

const shelf = async () => {
  const drive = testDrive();
  await drive.given(aFolder('a'), aFolder('b', 'a'), aLink('l', 'b'), aLink('m'));
  return { drive, since: (version: number) => readChanges(drive.catalog, drive.account, version) };
};
const row = async (drive: ReturnType<typeof testDrive>, id: string) => {
  const found = await (await drive.catalog.store.reader(drive.account.drive)).get(id);
  if (!found) throw new Error(`${id} is not there`);
  return found;
};

describe('what changed since a version', () => {
  it('is nothing when nothing did', async () => {
    const { since } = await shelf();
    expect(await since(4)).toEqual({ version: 4, resync: false, elements: [], removed: [] });
  });

  it('is each changed element as it is now, once, with its path of now', async () => {
    const { drive, since } = await shelf();
    await edit(drive, await row(drive, 'l'), 'l2', []);
    await edit(drive, await row(drive, 'l'), 'l3', []);
    await edit(drive, await row(drive, 'a'), 'A2', []);
    const { version, elements, removed } = await since(4);
    expect([version, removed]).toEqual([7, []]);
    expect(elements.map(({ _id, linkname, path }) => [_id, linkname, path])).toEqual([
      ['a', 'A2', '/'],
      ['l', 'l3', '/A2/b/'],
    ]);
  });

  it('names what is gone, and says nothing of what lay below it', async () => {
    const { drive, since } = await shelf();
    await drive.given(aFile('n.png', 'b'));
    await remove(drive, ['a']);
    expect(await since(4)).toMatchObject({
      version: 6,
      elements: [],
      removed: expect.arrayContaining(['a', idOf('n.png')]),
    });
    expect((await since(5)).removed).toEqual(['a']);
  });

  it('names what waits to be purged as gone', async () => {
    const { drive, since } = await shelf();
    await drive.given(...Array.from({ length: 201 }, (_, index) => aLink(`x${index}`, 'b')));
    await remove(drive, ['a']);
    expect((await since(205)).removed).toEqual(['a']);
    expect((await since(204)).removed).toEqual(['x200', 'a']);
  });

  it('is too much after 1,000 changes, or for a version that never was: list again', async () => {
    const { drive, since } = await shelf();
    await drive.given(...Array.from({ length: 1001 }, (_, index) => aQuota(index)));
    expect(await since(4)).toEqual({ version: 1005, resync: true, elements: [], removed: [] });
    expect(await since(5)).toMatchObject({ resync: false });
    expect(await since(2000)).toMatchObject({ version: 1005, resync: true });
  });
});

it('usage tells free, used and planned bytes, and bytes by type', async () => {
  const { drive } = await shelf();
  await drive.given(aQuota(10_000), aFile('f.png', 'a', 700), aFile('d.pdf', 'a', 100, 'application/pdf'));
  expect(await readUsage(drive.catalog, drive.account)).toEqual({
    available: 9158,
    totalSize: 842,
    history: 0,
    kept: 0,
    planSize: 10_000,
    count: 6,
    description: 'There is room for 8.94 KB more.',
    Images: 700,
    Videos: 0,
    Music: 0,
    Links: 42,
    Youtube: 0,
    Documents: 100,
    Other: 0,
  });
});
