import type { CatalogEvent, ElementView } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { builtInElements } from '../../domain/built-in-elements.data.js';
import { ListingCache } from '../../infrastructure/listing-cache.js';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, idOf, manyFiles } from '../../../testing/facts.js';
import { deleteElements } from '../commands/delete-elements.js';
import { showBuiltIns } from '../commands/follow-billing.js';
import { listFolder, listForVisitor } from './list-folder.js';
import { byName } from './listing-order.js';

interface Shown {
  docs: ElementView[];
  folderId: string;
  version: number;
}

async function shelf(...events: CatalogEvent[]) {
  const drive = testDrive();
  await drive.given(...events);
  const cache = new ListingCache(1_000_000);
  const reads = countReads(drive);
  const bytes = (url: string, folderId?: string) =>
    listFolder(drive.catalog, cache, drive.account, {
      address: { url, ...(folderId && { folderId }) },
      order: byName,
      defaultLinks: false,
    });
  const list = async (url: string, folderId?: string) =>
    JSON.parse((await bytes(url, folderId)).bytes.toString()) as Shown;
  return { drive, reads, bytes, list };
}

/** Counts what a listing costs besides reading the version. */
function countReads({ catalog }: TestDrive): { readers: number } {
  const counted = { readers: 0 };
  const { reader } = catalog.store;
  catalog.store.reader = (drive) => {
    counted.readers += 1;
    return reader.call(catalog.store, drive);
  };
  return counted;
}

describe('a listing', () => {
  it('shows a folder by path or by id, by name as people count', async () => {
    const { list } = await shelf(
      aFolder('Photos'),
      aLink('page 10', 'Photos'),
      aLink('Page 2', 'Photos'),
      aFile('a.png', 'Photos'),
    );
    const byPath = await list('/PHOTOS');
    expect(byPath.docs.map(({ linkname }) => linkname)).toEqual(['a.png', 'Page 2', 'page 10']);
    expect(byPath).toMatchObject({ folderId: 'Photos', version: 4 });
    expect(new Set(byPath.docs.map(({ path }) => path))).toEqual(new Set(['/Photos/']));
    expect(await list('/anything/', 'Photos')).toEqual(byPath);
    expect((await list('/', 'root')).docs).toHaveLength(1);
  });

  it('of thousands is whole', async () => {
    const { list } = await shelf(...manyFiles('root', 2500));
    const { docs, version } = await list('/');
    const names = Array.from({ length: 2500 }, (_, index) => `n${index}.png`);
    expect([docs.map(({ linkname }) => linkname), version]).toEqual([names, 3]);
  });

  it('of a folder that is not there is Page Not Found', async () => {
    const { list, drive } = await shelf(aFolder('a'), aLink('l'));
    for (const [url, id] of [
      ['/b/'],
      ['/l/'],
      ['/a/b/'],
      ['//'],
      ['/', 'gone'],
      ['/', 'l'],
      ['/', 'limbo-x-y'],
    ]) {
      await expect(list(url ?? '', id)).rejects.toMatchObject({
        code: 'folder.not-found',
        message: 'Page Not Found',
        status: 404,
      });
    }
    await deleteElements(drive.catalog, drive.account, drive.opId(), ['a']);
    await expect(list('/a/')).rejects.toMatchObject({ code: 'folder.not-found' });
  });

  it('costs one read of the version while nothing changes, and is fresh after each change', async () => {
    const { drive, bytes, list, reads } = await shelf(aFolder('a'));
    const first = await bytes('/');
    const second = await bytes('/');
    expect(second.bytes).toBe(first.bytes);
    expect(second.tag).toBe(first.tag);
    expect(reads.readers).toBe(1);
    await drive.given(aFolder('b'));
    expect((await list('/')).docs).toHaveLength(2);
    expect((await bytes('/')).tag).not.toBe(first.tag);
    expect(reads.readers).toBe(2);
  });

  it('is read once for many who ask at the same time', async () => {
    const { bytes, reads } = await shelf(aFolder('a'));
    const all = await Promise.all(Array.from({ length: 50 }, () => bytes('/')));
    expect(new Set(all.map(({ bytes: each }) => each)).size).toBe(1);
    expect(reads.readers).toBe(1);
  });

  it('is never kept for a newer version than it shows, even if the drive is written to while it is read', async () => {
    const { drive, list } = await shelf(aFolder('a'));
    const { version } = drive.catalog.store;
    let writes = 0;
    drive.catalog.store.version = async (id) => {
      const seen = await version.call(drive.catalog.store, id);
      if (writes < 4) await drive.given(aFolder(`w${(writes += 1)}`));
      return seen;
    };
    const shown = await list('/');
    expect(shown.docs.length).toBeGreaterThanOrEqual(shown.version);
    expect((await list('/')).docs.length).toBeGreaterThanOrEqual(writes);
    expect((await list('/')).docs).toHaveLength(5);
  });

  it('belongs to one user: another drive with the same folder shows its own', async () => {
    const one = await shelf(aFolder('a'));
    const cache = new ListingCache(1_000_000);
    const other = { ...one.drive.account, drive: 'drive-of-bob' as never, sub: 'local|bob' };
    const root = { address: { url: '/' }, order: byName, defaultLinks: false };
    const mine = await listFolder(one.drive.catalog, cache, one.drive.account, root);
    const theirs = await listFolder(one.drive.catalog, cache, other, root);
    expect(mine.bytes.toString()).toContain('"a"');
    expect(JSON.parse(theirs.bytes.toString())).toEqual({ docs: [], folderId: 'root', version: 0 });
  });

  it('takes a bounded amount of memory', async () => {
    const { drive } = await shelf(...Array.from({ length: 40 }, (_, index) => aFolder(`f${index}`)));
    const cache = new ListingCache(50_000);
    for (let index = 0; index < 40; index += 1)
      await listFolder(drive.catalog, cache, drive.account, {
        address: { url: '/', folderId: idOf(`f${index}`) },
        order: byName,
      });
    await listFolder(drive.catalog, cache, drive.account, { address: { url: '/' }, order: byName });
    expect(cache.bytes).toBeGreaterThan(0);
    expect(cache.bytes).toBeLessThanOrEqual(50_000);
  });
});

describe('the built-in elements', () => {
  const shown = async (drive: TestDrive, url: string, defaultLinks?: boolean) => {
    const question = { address: { url }, order: byName, ...(defaultLinks !== undefined && { defaultLinks }) };
    const { bytes } = await listFolder(drive.catalog, new ListingCache(1_000_000), drive.account, question);
    return (JSON.parse(bytes.toString()) as Shown).docs.filter((element) => element.default);
  };
  const choose = (drive: TestDrive, wanted: boolean) =>
    showBuiltIns(drive.catalog, drive.account.drive, drive.opId(), wanted);

  it('stand in the root only, among the others, when they are asked for', async () => {
    const { drive } = await shelf(aFolder('a'), aLink('Aaa'), aLink('Zzz'));
    const tiles = await shown(drive, '/', true);
    expect(tiles).toHaveLength(builtInElements.length);
    expect(tiles[0]).toMatchObject({
      _id: expect.stringMatching(/^default:/),
      folderId: 'root',
      path: '/',
      image: expect.stringMatching(/^\/assets\/built-in\//),
      hiimage: expect.stringMatching(/^\/assets\/built-in\//),
    });
    expect(await shown(drive, '/a/', true)).toEqual([]);
    expect(await shown(drive, '/', false)).toEqual([]);
  });

  it('follow the setting of the account when no one says otherwise, at once, and stand there until it is made', async () => {
    const { drive } = await shelf(aLink('l'));
    const all = builtInElements.length;
    expect(await shown(drive, '/')).toHaveLength(all);
    await choose(drive, false);
    expect(await shown(drive, '/')).toEqual([]);
    expect(await shown(drive, '/', true)).toHaveLength(all);
    const version = await drive.catalog.store.version(drive.account.drive);
    await choose(drive, false);
    expect(await drive.catalog.store.version(drive.account.drive)).toBe(version);
    await choose(drive, true);
    expect(await shown(drive, '/')).toHaveLength(all);
    expect(await shown(drive, '/', false)).toEqual([]);
  });

  it('are what visitors see, who see no other folder', () => {
    const { docs, folderId, version } = listForVisitor({ address: { url: '/' }, order: byName });
    expect([docs.length, folderId, version]).toEqual([builtInElements.length, 'root', 0]);
    expect(docs.every(({ user, default: builtIn }) => user === '' && builtIn)).toBe(true);
    for (const address of [{ url: '/a/' }, { url: '/', folderId: 'a' }])
      expect(() => listForVisitor({ address, order: byName })).toThrow('Page Not Found');
  });
});
