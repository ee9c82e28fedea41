import { ROOT_ID, type ElementId, type FolderTreeEntry } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, idOf, manyFiles } from '../../../testing/facts.js';
import type { TrashWork } from '../../domain/trash.js';
import type { CatalogSideWriter } from '../catalog.js';
import { deleteElements } from '../commands/delete-elements.js';
import { driveTree, folderTree, shownFiles } from './shown-files.js';

const born = Date.parse('2026-03-01T12:00:00Z') / 1000;

/** The entries of a folder, and as paths, put together as the reader of the lines does. */
async function readTree({ catalog, account }: TestDrive, folder: string = ROOT_ID, inTrash = false) {
  const { head, lines } = await folderTree(catalog, account, folder as ElementId, inTrash);
  const all = await Array.fromAsync(lines);
  const entries: FolderTreeEntry[] = all.flatMap((line) => (Array.isArray(line) ? line : []));
  const folders = [''];
  const paths = entries.map(([number, name, blobId]) => {
    const path = `${folders[number]}${name}${blobId === null ? '/' : ''}`;
    if (blobId === null) folders.push(path);
    return path;
  });
  return { head, entries, paths, last: all.at(-1) };
}

async function beginPurge({ catalog, account, clock, opId }: TestDrive, root: string): Promise<void> {
  const purged = { id: root, kind: 'purge' as const, roots: [idOf(root)], before: null };
  const command = {
    name: 'purge',
    payload: {},
    read: async () => null,
    decide: () => ({ event: null, answer: null }),
    alongside: (side: CatalogSideWriter) => side.put<TrashWork>('trash', { ...purged, expires: clock.now() }),
  };
  await catalog.store.withDrive(account.drive, opId(), command, { actor: null, trace: null });
}

describe('the tree of a folder', () => {
  it('has files and folders at whatever depth, each below a folder that came before, and no links', async () => {
    const drive = testDrive();
    await drive.given(
      aFolder('Trip'),
      aFolder('Sea', 'Trip'),
      aFolder('Empty', 'Trip'),
      aFile('boat.png', 'Sea'),
      aFile('map.png', 'Trip'),
      aLink('harbour', 'Trip'),
      aFile('elsewhere.png'),
    );
    const { head, entries, paths, last } = await readTree(drive, idOf('Trip'));
    expect(head).toEqual({ version: 7, elements: 7, top: { name: 'Trip', born } });
    expect(paths.toSorted()).toEqual(['Empty/', 'Sea/', 'Sea/boat.png', 'map.png']);
    expect(entries.find(([, name]) => name === 'map.png')).toEqual([0, 'map.png', 'blob-map-png', born]);
    expect(last).toEqual({ end: 4 });
    expect((await readTree(drive)).paths).toContain('elsewhere.png');
  });

  it('tells what a folder holds in one piece, of folders of any size', async () => {
    const drive = testDrive();
    const names = Array.from({ length: 60 }, (_, index) => `f${index}`);
    await drive.given(
      ...names.map((name) => aFolder(name)),
      ...names.flatMap((name, index) => manyFiles(name, index === 7 ? 2300 : 30)),
    );
    const { entries, last } = await readTree(drive);
    const turns = entries.filter(([folder], index) => folder !== entries[index - 1]?.[0]);
    expect(turns).toHaveLength(61);
    expect(last).toEqual({ end: 60 + 2300 + 59 * 30 });
  });

  it('is refused of a folder that is not there, deleted, or a file', async () => {
    const drive = testDrive();
    await drive.given(aFolder('Trip'), aFile('map.png'));
    await deleteElements(drive.catalog, drive.account, drive.opId(), [idOf('Trip')]);
    for (const folder of [idOf('Trip'), idOf('map.png'), 'nowhere'])
      await expect(readTree(drive, folder)).rejects.toMatchObject({ code: 'folder.not-found' });
  });

  it('is that of a deleted folder, or of a folder inside it, only where the trash is asked for', async () => {
    const drive = testDrive({ trashDays: 30 });
    const within = [aFolder('Sea', 'Trip'), aFile('boat.png', 'Sea'), aFile('map.png', 'Trip')];
    await drive.given(aFolder('Trip'), aFolder('Work'), ...within);
    await deleteElements(drive.catalog, drive.account, drive.opId(), [idOf('Trip')]);
    const { head, paths } = await readTree(drive, idOf('Trip'), true);
    expect([head.top?.name, paths.toSorted()]).toEqual(['Trip', ['Sea/', 'Sea/boat.png', 'map.png']]);
    expect((await readTree(drive, idOf('Sea'), true)).paths).toEqual(['boat.png']);
    await beginPurge(drive, 'Sea');
    expect((await readTree(drive, idOf('Trip'), true)).paths).toEqual(['map.png']);
    for (const [folder, inTrash] of [
      ['Trip', false],
      ['Sea', false],
      ['Work', true],
      ['Sea', true],
    ] as const)
      await expect(readTree(drive, folder, inTrash)).rejects.toMatchObject({ code: 'folder.not-found' });
  });
});

it('each way out of a drive tells the date of the file itself, where it has one', async () => {
  const drive = testDrive();
  const { catalog, account } = drive;
  const modified = '2019-05-04T03:02:01.000Z';
  await drive.given(aFile('old.png', ROOT_ID, 1000, 'image/png', { modified }), aFile('map.png'));
  const { entries } = await readTree(drive);
  const dates = Object.fromEntries(entries.map(([, name, , date]) => [name, date]));
  expect(dates).toEqual({ 'old.png': Date.parse(modified) / 1000, 'map.png': born });
  const { files } = await shownFiles(catalog, account, [
    { blobId: `blob-${idOf('old.png')}` as never, name: 'old.png' },
  ]);
  expect(files[0]?.born).toBe(Date.parse(modified) / 1000);
  const { lines } = await driveTree(catalog, account.drive);
  const elements = (await Array.fromAsync(lines)).flatMap((line) => (Array.isArray(line) ? line : []));
  expect(elements.find(({ name }) => name === 'old.png')).toMatchObject({ modified });
  expect(elements.find(({ name }) => name === 'map.png')).not.toHaveProperty('modified');
});

describe('the files that show some bytes', () => {
  it('are those of the tree, under the name that is given where there are several', async () => {
    const drive = testDrive();
    await drive.given(aFolder('Trip'), aFile('map.png', 'Trip'), aFile('gone.png', 'Trip'), aFile('b.png'));
    const ask = (...names: string[]) =>
      shownFiles(
        drive.catalog,
        drive.account,
        names.map((name) => ({ blobId: `blob-${idOf(name)}` as never, name })),
      );
    expect(await ask('map.png', 'nobody.png', 'b.png')).toEqual({
      version: 4,
      files: [
        { blobId: 'blob-map-png', name: 'map.png', born },
        null,
        { blobId: 'blob-b-png', name: 'b.png', born },
      ],
    });
    await deleteElements(drive.catalog, drive.account, drive.opId(), [idOf('Trip')]);
    expect((await ask('map.png')).files).toEqual([null]);
  });
});

describe('the tree of a drive', () => {
  it('has links too, each with what is known of it', async () => {
    const { catalog, account, given } = testDrive();
    await given(aFolder('Trip'), aLink('harbour', 'Trip'), aFile('map.png'));
    const { head, lines } = await driveTree(catalog, account.drive);
    const all = await Array.fromAsync(lines);
    const elements = all.flatMap((line) => (Array.isArray(line) ? line : []));
    expect([head.elements, all.at(-1)]).toEqual([3, { end: 3 }]);
    const [link] = elements.filter(({ url }) => url !== null);
    expect(link).toMatchObject({ folder: 1, parentId: idOf('Trip'), class: 'item', blobId: null });
    expect(elements.find(({ name }) => name === 'map.png')?.blobId).toBe('blob-map-png');
  });

  it('has what is deleted behind it, if asked for, but nothing that is being deleted forever', async () => {
    const drive = testDrive({ trashDays: 30 });
    const { catalog, account, opId } = drive;
    await drive.given(
      aFolder('a'),
      aFolder('b', 'a'),
      aFile('x.png', 'b'),
      aFile('y.png', 'b'),
      aFile('z.png'),
    );
    await deleteElements(catalog, account, opId(), ['b', 'z-png']);
    const tree = async (withTrash: boolean) => {
      const { head, lines } = await driveTree(catalog, account.drive, { trash: withTrash });
      const elements = (await Array.fromAsync(lines)).flatMap((line) => (Array.isArray(line) ? line : []));
      expect(head.elements).toBe(elements.length);
      return elements.map(({ folder, name, deleted }) => [folder, name, deleted?.from]);
    };
    expect(await tree(false)).toEqual([[0, 'a', undefined]]);
    const held = ['x.png', 'y.png'].map((name) => [2, name, undefined]);
    const items = [[0, 'b', '/a/'], [0, 'z.png', '/'], ...held];
    expect((await tree(true)).slice(1).toSorted()).toEqual(items.toSorted());
    await beginPurge(drive, 'x.png');
    const { lines } = await driveTree(catalog, account.drive, { trash: true });
    expect(JSON.stringify(await Array.fromAsync(lines))).not.toContain('x.png');
  });
});
