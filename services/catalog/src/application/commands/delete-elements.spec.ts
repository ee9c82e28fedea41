import { limits } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import type { PurgeProcess } from '../../domain/long-process.js';
import { aFile, aFolder, aLink, idOf, manyFiles } from '../../../testing/facts.js';
import { catalogSubject, testDrive, type Ask, type TestDrive } from '../../../testing/catalog-subject.js';
import { checkDrive } from '../reads/check-drive.js';
import { createFolder } from './add-element.js';
import { deleteElements } from './delete-elements.js';
import { planPurge, purgeChunk } from '../processes/continue-deletion.js';

const shelf = scenario(catalogSubject);
const remove =
  (...ids: string[]): Ask =>
  ({ catalog, account, opId }) =>
    deleteElements(catalog, account, opId(), ids);

describe('deleting', () => {
  it('takes a folder with all it holds, and names the bytes', () =>
    shelf
      .given(aFolder('a'), aFolder('b', 'a'), aFile('c.png', 'b', 500), aLink('d'))
      .when(remove('a'))
      .then({
        type: 'catalog.elements.deleted',
        roots: [{ id: idOf('a'), parentId: idOf('root') }],
        removed: [idOf('b'), idOf('c.png'), idOf('a')],
        blobIds: [{ elementId: idOf('c.png'), blobId: 'blob-c-png' as never }],
        limbo: [],
        process: null,
        delta: { used: -500, count: -3, byKind: { Images: -500 } },
      }));
  it('counts selected elements, also those that another one holds, and skips unknown ones', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'), aFolder('b', 'a'), aLink('c', 'b'), aLink('d'));
    expect(await remove('c', 'a', 'gone', 'd', 'd')(drive)).toEqual({ deletedCount: 3, process: null });
    expect((await drive.events(4))[0]).toMatchObject({ roots: [{ id: 'a' }, { id: 'd' }] });
    expect(await drive.catalog.store.state(drive.account.drive)).toMatchObject({ used: 0, count: 0 });
  });
  it('what is gone changes nothing', () => shelf.given().when(remove('gone')).thenNothing());
  it('built-in elements is refused with a hint', async () => {
    const drive = testDrive();
    await drive.given(aLink('a'));
    await expect(async () => remove('a', 'default:gmail')(drive)).rejects.toThrow(
      "Default elements can't be deleted. You can hide them in 'My Account' page.",
    );
    expect(await drive.events(1)).toEqual([]);
  });
  it('200 elements happens at once', () =>
    shelf
      .given(aFolder('a'), ...manyFiles('a', 199))
      .when(remove('a'))
      .then({ process: null }));
});

describe('deleting more than one transaction takes', () => {
  const large = async () => {
    const drive = testDrive();
    await drive.given(
      aFolder('a'),
      aFolder('b', 'a'),
      ...manyFiles('a', 250),
      ...manyFiles('b', 450),
      aFile('x.png', 'b'),
      aLink('stays'),
    );
    return drive;
  };
  const planOf = async ({ catalog, account }: TestDrive, id: string) => {
    const process = await (await catalog.store.reader(account.drive)).side<PurgeProcess>('processes').get(id);
    if (!process) throw new Error('nothing is being deleted');
    return planPurge(catalog, account.drive, process);
  };
  const purge = async (drive: TestDrive, process: string) => {
    const { catalog, account } = drive;
    let chunk = 0;
    for await (const portion of await planOf(drive, process)) {
      expect(await checkDrive(catalog, account.drive)).toEqual([]);
      const { over } = await purgeChunk(catalog, account.drive, process, (chunk += 1), portion);
      expect(over).toBe(portion.last);
    }
  };

  it('frees the name at once and purges leaf first, in chunks', async () => {
    const drive = await large();
    const before = await drive.catalog.store.version(drive.account.drive);
    const { process } = (await remove('a')(drive)) as { process: string };
    expect(await drive.events(before)).toMatchObject([
      {
        removed: [],
        limbo: [{ id: 'a', limboId: `limbo-${process}-a` }],
        process,
        delta: { used: 0, count: 0 },
      },
    ]);
    await createFolder(drive.catalog, drive.account, drive.opId(), {
      address: { url: '/' },
      obj: { linkname: 'A' },
    });
    await purge(drive, process);

    const chunks = (await drive.events(before + 2)).filter(
      (event) => event.type === 'catalog.elements.purged',
    );
    expect(chunks.map(({ chunk, removed, last }) => [chunk, removed.length, last])).toEqual([
      [1, 200, false],
      [2, 200, false],
      [3, 200, false],
      [4, 103, true],
    ]);
    expect(chunks.flatMap(({ removed }) => removed).slice(-1)).toEqual(['a']);
    const named = chunks.flatMap(({ blobIds }) => blobIds);
    expect(named).toHaveLength(701);
    expect(named).toContainEqual({ elementId: 'x-png', blobId: 'blob-x-png' });
    expect(await drive.catalog.store.state(drive.account.drive)).toMatchObject({ count: 2, used: 25 });
    expect(await drive.catalog.store.drivesWith('processes')[Symbol.asyncIterator]().next()).toMatchObject({
      done: true,
    });
  });

  it('goes on where it was, and does no chunk twice', async () => {
    const drive = await large();
    const { process } = (await remove('a')(drive)) as { process: string };
    const chunkOf = async (chunk: number) => {
      const { value } = await (await planOf(drive, process)).next();
      if (!value) throw new Error('nothing is left');
      return purgeChunk(drive.catalog, drive.account.drive, process, chunk, value);
    };
    expect(await chunkOf(1)).toMatchObject({ over: false });
    const version = await drive.catalog.store.version(drive.account.drive);
    expect(await chunkOf(1)).toMatchObject({ over: true });
    expect(await drive.catalog.store.version(drive.account.drive)).toBe(version);
    expect(await chunkOf(2)).toMatchObject({ over: false });
    expect(await drive.catalog.store.version(drive.account.drive)).toBe(version + 1);
  });

  it('takes many selected ones, each in a limbo of its own', async () => {
    const drive = testDrive();
    await drive.given(...manyFiles('root', 201));
    const { deletedCount, process } = (await remove(
      ...Array.from({ length: 201 }, (_, index) => `root-${index}`),
    )(drive)) as { deletedCount: number; process: string };
    expect(deletedCount).toBe(201);
    await purge(drive, process);
    expect(await drive.catalog.store.state(drive.account.drive)).toMatchObject({ count: 0, used: 0 });
  });

  it('keeps each chunk within 256 KB, whatever the ids', async () => {
    const drive = testDrive();
    const long = (index: number) => aFile(`${index}-`.padEnd(64, 'x'), 'a');
    await drive.given(aFolder('a'), ...Array.from({ length: 300 }, (_, index) => long(index)));
    const { process } = (await remove('a')(drive)) as { process: string };
    await purge(drive, process);
    for (const event of await drive.events(301))
      expect(JSON.stringify(event).length).toBeLessThan(256 * 1024);
    expect(limits.maxElementsPerTransaction).toBe(200);
  });
});
