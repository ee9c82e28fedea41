import type { ElementId, ElementView } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { ListingCache } from '../../infrastructure/listing-cache.js';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota, manyFiles } from '../../../testing/facts.js';
import { edit, remove } from '../../../testing/shelf-commands.js';
import { builtInElements } from '../../domain/built-in-elements.data.js';
import { showBuiltIns } from '../commands/follow-billing.js';
import { fullChunks } from '../processes/chunk-pace.js';
import { tendTrash } from '../trash/tend-trash.js';
import { listRecent, joined, listTags, measureFolder } from './overview.js';
import { readChanges } from './read-changes.js';

const shelf = async () => {
  const drive = testDrive();
  await drive.given(aFolder('a'), aFolder('b', 'a'), aLink('l', 'b'), aFile('f.png', 'a', 700), aLink('m'));
  return { drive, cache: new ListingCache(1_000_000) };
};
async function change(drive: TestDrive, id: string, name: string, tags: string[]) {
  const row = await (await drive.catalog.store.reader(drive.account.drive)).get(id);
  if (!row) throw new Error(`${id} is not there`);
  await edit(drive, row, name, tags);
}
const json = <T>(bytes: Buffer) => JSON.parse(bytes.toString()) as T;

describe('the tags of a drive', () => {
  const tags = async (drive: TestDrive, cache: ListingCache) =>
    json<{ docs: { tag: string; count: number }[] }>(await listTags(drive.catalog, cache, drive.account))
      .docs;

  it('are counted, by name, and follow each change', async () => {
    const { drive, cache } = await shelf();
    expect(await tags(drive, cache)).toEqual([]);
    await change(drive, 'l', 'l', ['Zoo', 'tag 10']);
    await change(drive, 'm', 'm', ['tag 2', 'Zoo']);
    await change(drive, 'a', 'a', ['Zoo']);
    expect(await tags(drive, cache)).toEqual([
      { tag: 'tag 2', count: 1 },
      { tag: 'tag 10', count: 1 },
      { tag: 'Zoo', count: 3 },
    ]);
    await change(drive, 'm', 'm', []);
    await remove(drive, ['l']);
    expect(await tags(drive, cache)).toEqual([{ tag: 'Zoo', count: 1 }]);
  });

  it('are not counted in the trash, whatever a deletion holds', async () => {
    const drive = testDrive({ trashDays: 30 });
    const cache = new ListingCache(1_000_000);
    await drive.given(aFolder('big'), ...manyFiles('big', 300), aLink('m'));
    const reader = await drive.catalog.store.reader(drive.account.drive);
    const inside = await reader.find({ parentId: 'big' as ElementId });
    const items = inside.slice(0, 150).map(({ id, name }) => ({ id, name, tags: ['Zoo', 'zoo', 'tax'] }));
    await drive.given({ type: 'catalog.elements.tagged', items, process: null });
    await change(drive, 'm', 'm', ['Zoo']);
    expect(await tags(drive, cache)).toContainEqual({ tag: 'tax', count: 150 });
    await remove(drive, ['big']);
    const left = [{ tag: 'Zoo', count: 1 }];
    expect(await tags(drive, cache)).toEqual(left);
    await tendTrash(drive.catalog, drive.account.drive, fullChunks, new AbortController().signal);
    expect(await tags(drive, cache)).toEqual(left);
  });

  it('are one when they differ in case only, spelled as most elements spell them', () =>
    expect(
      joined([
        { entry: 'Tax', count: 5 },
        { entry: 'café', count: 3 },
        { entry: 'TAX', count: 2 },
        { entry: 'cafe', count: 1 },
      ]),
    ).toEqual([
      { tag: 'cafe', count: 1 },
      { tag: 'café', count: 3 },
      { tag: 'Tax', count: 7 },
    ]));
});

describe('a folder', () => {
  it('tells how much it holds, at whatever depth, and tells it again after a change', async () => {
    const { drive, cache } = await shelf();
    const measure = async (url: string, folderId?: string) =>
      json(await measureFolder(drive.catalog, cache, drive.account, { url, ...(folderId && { folderId }) }));
    expect(await measure('/a/')).toEqual({ folderId: 'a', version: 5, size: 721, count: 3 });
    expect(await measure('/', 'b')).toMatchObject({ size: 21, count: 1 });
    expect(await measure('/')).toMatchObject({ folderId: 'root', size: 742, count: 5 });
    await drive.given(...manyFiles('b', 2000));
    expect(await measure('/a/')).toMatchObject({ size: 2721, count: 2003 });
    await expect(measure('/nowhere/')).rejects.toMatchObject({ status: 404 });
  });
});

describe('recent elements', () => {
  const recent = async ({ catalog, account }: TestDrive, limit = 10) =>
    json<{ docs: ElementView[] }>(
      await listRecent(catalog, new ListingCache(1_000_000), account, limit),
    ).docs.map(({ linkname, path }) => path + linkname);

  it('are those added or changed last, each once, the latest first, as they are now', async () => {
    const { drive } = await shelf();
    expect(await recent(drive)).toEqual(['/m', '/a/f.png', '/a/b/l', '/a/b', '/a']);
    await change(drive, 'l', 'l2', []);
    await drive.given(aQuota(1e9), aFolder('gone'));
    await remove(drive, ['gone']);
    expect(await recent(drive, 3)).toEqual(['/a/b/l2', '/m', '/a/f.png']);
  });

  it('are found behind much that is gone', async () => {
    const { drive } = await shelf();
    for (let index = 0; index < 450; index += 1) await drive.given(aQuota(index + 1e6));
    await drive.given(aFolder('big'), ...manyFiles('big', 1000));
    await remove(drive, ['big']);
    expect(await recent(drive, 2)).toEqual(['/m', '/a/f.png']);
  });
});

it('who looks at the root learns that the built-in elements come or go', async () => {
  const { drive } = await shelf();
  const choose = (shown: boolean) => showBuiltIns(drive.catalog, drive.account.drive, drive.opId(), shown);
  await choose(false);
  const go = await readChanges(drive.catalog, drive.account, 5);
  expect([go.elements, go.removed.length]).toEqual([[], builtInElements.length]);
  await choose(true);
  const come = await readChanges(drive.catalog, drive.account, 5);
  expect(come.elements.every((each) => each.default)).toBe(true);
  expect(come.elements.map(({ _id }) => _id)).toEqual(go.removed);
});
