import { type CatalogEvent } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import type { PasteAction } from '../../domain/paste-elements.js';
import { catalogSubject, testDrive, type Ask } from '../../../testing/catalog-subject.js';
import { aFile, aFolder, aLink, aQuota, idOf, manyFiles } from '../../../testing/facts.js';
import { paste, standing, uploadTo } from '../../../testing/shelf-commands.js';
import { checkDrive } from '../reads/check-drive.js';
import { pasteElements } from './paste-elements.js';
import { startUpload } from './start-upload.js';

const shelf = scenario(catalogSubject);
const pasting =
  (action: PasteAction, folder: string, ...ids: string[]): Ask =>
  (drive) =>
    paste(drive, action, folder, ...ids);
const paths = async (drive: Parameters<Ask>[0]) => (await standing(drive)).map(({ path }) => path).toSorted();
/** Creates nested folders: `d1/d2/…`. */
const deep = (name: string, levels: number): CatalogEvent[] =>
  Array.from({ length: levels }, (_, index) =>
    aFolder(`${name}${index + 1}`, index ? `${name}${index}` : 'root'),
  );

describe('cut and paste', () => {
  it('brings files, links and folders with all they hold, each by one changed row', async () => {
    const drive = testDrive();
    await drive.given(
      aFolder('a'),
      aFolder('b', 'a'),
      aFile('x.png', 'b'),
      aLink('l'),
      aFile('y.png'),
      aFolder('to'),
    );
    const { ops, warnings } = await paste(drive, 'cut', 'to', 'a', 'l', 'y.png');
    expect(ops.map(({ _id, path }) => [_id, path])).toEqual([
      ['a', '/to/'],
      ['l', '/to/'],
      ['y-png', '/to/'],
    ]);
    expect(warnings).toEqual([]);
    expect(await drive.events(6)).toEqual([
      {
        type: 'catalog.elements.moved',
        moved: [
          { id: 'a', class: 'folder', from: 'root', before: { name: 'a', tags: [] } },
          { id: 'l', class: 'item', from: 'root', before: { name: 'l', tags: [] } },
          { id: 'y-png', class: 'item', from: 'root', before: { name: 'y.png', tags: [] } },
        ],
        to: 'to',
      },
    ]);
    expect(await paths(drive)).toEqual(['/to/', '/to/a/', '/to/a/b/', '/to/a/b/x.png', '/to/l', '/to/y.png']);
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
  it('keeps date and ids, also to the top', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'), aLink('l', 'a'));
    const [before] = (await standing(drive)).filter(({ row }) => row.name === 'l');
    drive.clock.advance(5000);
    const { ops } = await paste(drive, 'cut', 'root', 'l');
    expect(ops).toMatchObject([{ _id: 'l', date: before?.row.born, path: '/' }]);
  });
  it('skips what is there already, and says so [F5.26]', async () => {
    const drive = testDrive();
    await drive.given(
      aFolder('to'),
      aLink('L', 'to'),
      { ...aFolder('k', 'to'), id: 'folder-k' } as CatalogEvent,
      aLink('l'),
      aLink('k'),
      aFolder('f'),
    );
    await paste(drive, 'cut', 'to', 'f');
    const { ops, warnings } = await paste(drive, 'cut', 'to', 'l', 'k');
    expect(ops.map(({ _id }) => _id)).toEqual(['k']);
    expect(warnings).toEqual([{ name: 'l', code: 'name.exists', message: 'l already exist.' }]);
  });
  it('of two with the same name brings one', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'), aFolder('to'), aLink('x'), {
      ...aLink('X', 'a'),
      id: 'second',
    } as CatalogEvent);
    const { ops, warnings } = await paste(drive, 'cut', 'to', 'x', 'second');
    expect([ops.length, warnings.length]).toEqual([1, 1]);
  });
  it('skips a name that a running upload keeps', async () => {
    const drive = testDrive();
    await drive.given(aFolder('to'), aFile('film.png'));
    const { catalog, account, opId } = drive;
    await startUpload(catalog, account, opId(), {
      address: { url: '/to/' },
      files: [{ name: 'film.png', size: 9_000_000, type: 'image/png', source: 'device' }],
    });
    expect((await paste(drive, 'cut', 'to', 'film.png')).warnings).toHaveLength(1);
    expect(await uploadTo(drive, 'root', 'film.png', 1)).toBe('name.exists');
  });
  it('when all are there already changes nothing', () =>
    shelf
      .given(aFolder('to'), aLink('l', 'to'), { ...aLink('l'), id: 'other' } as CatalogEvent)
      .when(pasting('cut', 'to', 'other'))
      .thenNothing());
  it('of what another selected one holds goes along with that one', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'), aLink('l', 'a'), aFolder('to'));
    await paste(drive, 'cut', 'to', 'l', 'a');
    expect(await paths(drive)).toEqual(['/to/', '/to/a/', '/to/a/l']);
  });
  it('into the folder they came from is refused [F5.25]', async () => {
    await shelf
      .given(aLink('l'))
      .when(pasting('cut', 'root', 'l'))
      .thenRefused('paste.same-folder', { message: "You can't cut and paste elements to the same folder." });
    await shelf
      .given(aLink('l'))
      .when(pasting('copy', 'root', 'l'))
      .thenRefused('paste.same-folder', { message: "You can't copy and paste elements to the same folder." });
  });
  it('of a mixed selection leaves those that are at home', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'), aLink('l', 'a'), aLink('m'));
    expect((await paste(drive, 'cut', 'a', 'l', 'm')).warnings).toMatchObject([
      { name: 'l', code: 'paste.same-folder' },
    ]);
    expect(await paths(drive)).toEqual(['/a/', '/a/l', '/a/m']);
  });
  it('of a folder into itself, or anywhere below, is refused', async () => {
    const past = [aFolder('a'), aFolder('b', 'a'), aFolder('c', 'b')];
    for (const target of ['a', 'b', 'c']) {
      await shelf
        .given(...past)
        .when(pasting('cut', target, 'a'))
        .thenRefused('paste.into-itself');
      await shelf
        .given(...past)
        .when(pasting('copy', target, 'a'))
        .thenRefused('paste.into-itself');
    }
  });
  it('of built-in elements is refused', async () => {
    const { catalog, account, opId } = testDrive();
    for (const [action, message] of [
      ['cut', "Can't cut default elements ."],
      ['copy', "Can't copy default elements ."],
    ] as const)
      await expect(
        pasteElements(catalog, account, opId(), { address: { url: '/' }, ids: ['default:gmail'], action }),
      ).rejects.toThrow(message);
  });
  it('of what is gone, or to where nothing is, is refused', async () => {
    await shelf
      .given(aFolder('to'))
      .when(pasting('cut', 'to', 'gone'))
      .thenRefused('element.not-found');
    await shelf
      .given(aLink('l'))
      .when(pasting('cut', 'gone', 'l'))
      .thenRefused('folder.not-found');
    await shelf
      .given(aLink('l'), aLink('m'))
      .when(pasting('cut', 'm', 'l'))
      .thenRefused('folder.not-found');
  });
  it('below 128 levels is refused, up to there it is not', async () => {
    const past = [...deep('d', 100), ...deep('e', 40), aLink('l', 'e40')];
    await shelf
      .given(...past)
      .when(pasting('cut', 'd87', 'e1'))
      .then({ type: 'catalog.elements.moved' });
    await shelf
      .given(...past)
      .when(pasting('cut', 'd88', 'e1'))
      .thenRefused('depth.exceeded');
    await shelf
      .given(...past)
      .when(pasting('copy', 'd87', 'e1'))
      .then({ type: 'catalog.elements.copied' });
    await shelf
      .given(...past)
      .when(pasting('copy', 'd88', 'e1'))
      .thenRefused('depth.exceeded');
  });
});

describe('copy and paste', () => {
  it('makes new elements with a new date that name the same bytes', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'), aFolder('b', 'a'), aFile('x.png', 'b', 500), aLink('l'), aFolder('to'));
    const { ops } = await paste(drive, 'copy', 'to', 'a', 'l');
    expect(ops.map(({ linkname, path }) => [linkname, path]).toSorted()).toEqual([
      ['a', '/to/'],
      ['l', '/to/'],
    ]);
    expect(ops.map(({ _id }) => _id)).not.toContain('a');
    expect(await drive.events(5)).toMatchObject([
      {
        type: 'catalog.elements.copied',
        elements: [
          { source: 'a', parentId: 'to' },
          { source: 'l', parentId: 'to' },
          { source: 'b' },
          { source: 'x-png', blobId: 'blob-x-png', size: 500, uploadedFrom: 'device' },
        ],
        progress: null,
        delta: { count: 4, byKind: { Images: 500 } },
      },
    ]);
    const { used } = await drive.catalog.store.state(drive.account.drive);
    expect(used).toBe(2 * (500 + 21));
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
  it('has a new date and is a file of its own', async () => {
    const drive = testDrive();
    await drive.given(aFile('x.png'), aFolder('to'));
    drive.clock.advance(5000);
    const [copy] = (await paste(drive, 'copy', 'to', 'x.png')).ops;
    expect(copy).toMatchObject({
      date: '2026-03-01T12:00:05.000Z',
      source: 'device',
      size: 1000,
      extension: 'png',
    });
    expect(copy?.linkurl).toBe('Cloud/blob-x-png/local|alice###x.png');
  });
  it('asked again with the same intention is done once', async () => {
    const drive = testDrive();
    await drive.given(aFile('x.png'), aFolder('to'));
    const opId = drive.opId();
    const once = () =>
      pasteElements(drive.catalog, drive.account, opId, {
        address: { url: '/to/' },
        ids: [idOf('x.png')],
        action: 'copy',
      });
    expect(await once()).toEqual(await once());
    expect(await paths(drive)).toHaveLength(3);
  });
  it('needs room', async () => {
    const past = [aFile('x.png', 'root', 600), aFolder('to'), aQuota(1199)];
    await shelf
      .given(...past)
      .when(pasting('copy', 'to', 'x.png'))
      .thenRefused('space.exceeded');
    await shelf
      .given(...past, aQuota(1200))
      .when(pasting('copy', 'to', 'x.png'))
      .then({ delta: { used: 600 } as never });
  });
  it('of an equal folder skips it whole', async () => {
    const drive = testDrive();
    await drive.given(
      aFolder('to'),
      aFolder('A', 'to'),
      { ...aFolder('a'), id: 'other' } as CatalogEvent,
      aLink('l', 'other'),
    );
    const { ops, warnings } = await paste(drive, 'copy', 'to', 'other');
    expect([ops, warnings]).toEqual([[], [{ name: 'a', code: 'name.exists', message: 'a already exist.' }]]);
  });
  it('of 200 elements happens at once', () =>
    shelf
      .given(aFolder('to'), aFolder('a'), ...manyFiles('a', 199))
      .when(pasting('copy', 'to', 'a'))
      .then({ type: 'catalog.elements.copied', progress: null }));
});
