import type { CatalogEvent, ElementView } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { ListingCache } from '../../infrastructure/listing-cache.js';
import { testDrive, type TestDrive } from '../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, idOf, manyFiles } from '../../testing/facts.js';
import { deleteElements } from '../commands/delete-elements.js';
import { listFolder, listForVisitor } from './list-folder.js';

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
    listFolder(drive.catalog, cache, drive.account, { url, ...(folderId && { folderId }) });
  const list = async (url: string, folderId?: string) =>
    JSON.parse((await bytes(url, folderId)).toString()) as Shown;
  return { drive, reads, bytes, list };
}

/** Counts what a listing costs beside reading the version. */
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
    const [first, second] = [await bytes('/'), await bytes('/')];
    expect(second).toBe(first);
    expect(reads.readers).toBe(1);
    await drive.given(aFolder('b'));
    expect((await list('/')).docs).toHaveLength(2);
    expect(reads.readers).toBe(2);
  });

  it('is read once for many who ask at the same time', async () => {
    const { bytes, reads } = await shelf(aFolder('a'));
    const all = await Promise.all(Array.from({ length: 50 }, () => bytes('/')));
    expect(new Set(all).size).toBe(1);
    expect(reads.readers).toBe(1);
  });

  it('is never kept for a newer version than it shows, even if somebody writes while it is read', async () => {
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
    const mine = await listFolder(one.drive.catalog, cache, one.drive.account, { url: '/' });
    const theirs = await listFolder(one.drive.catalog, cache, other, { url: '/' });
    expect(mine.toString()).toContain('"a"');
    expect(JSON.parse(theirs.toString())).toEqual({ docs: [], folderId: 'root', version: 0 });
  });

  it('takes a bounded amount of memory', async () => {
    const { drive } = await shelf(...Array.from({ length: 40 }, (_, index) => aFolder(`f${index}`)));
    const cache = new ListingCache(50_000);
    for (let index = 0; index < 40; index += 1)
      await listFolder(drive.catalog, cache, drive.account, { url: '/', folderId: idOf(`f${index}`) });
    await listFolder(drive.catalog, cache, drive.account, { url: '/' });
    expect(cache.bytes).toBeGreaterThan(0);
    expect(cache.bytes).toBeLessThanOrEqual(50_000);
  });
});

it('visitors see an empty root, and no other folder', () => {
  expect(listForVisitor({ url: '/' })).toEqual({ docs: [], folderId: 'root', version: 0 });
  for (const address of [{ url: '/a/' }, { url: '/', folderId: 'a' }])
    expect(() => listForVisitor(address)).toThrow('Page Not Found');
});
