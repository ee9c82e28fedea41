import { type CatalogEvent } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, aLink, idOf, manyFiles } from '../../../testing/facts.js';
import { catalogSubject, testDrive, type Ask, type TestDrive } from '../../../testing/catalog-subject.js';
import { carryProcesses } from '../../../testing/carry-processes.js';
import { checkDrive, readAllRows } from '../reads/check-drive.js';
import { cancelProcess } from './cancel-process.js';
import { retagChunk, retagDrive, tagElements } from './tag-elements.js';

const shelf = scenario(catalogSubject);
const tagged = (event: CatalogEvent, ...tags: string[]) => ({ ...event, tags }) as CatalogEvent;
const tag =
  (ids: string[], add: string[], remove: string[] = []): Ask =>
  ({ catalog, account, opId }) =>
    tagElements(catalog, account, opId(), { ids: ids.map(idOf), add, remove });
const retag =
  (from: string, to: string | null): Ask =>
  ({ catalog, account, opId }) =>
    retagDrive(catalog, account, opId(), { tag: from, to });
const tagsOf = async ({ catalog, account }: TestDrive) =>
  new Map((await readAllRows(catalog, account.drive)).map((row) => [row.name, row.tags]));

describe('tagging many elements at once', () => {
  it('adds and takes away, and names only what changes', () =>
    shelf
      .given(tagged(aLink('a'), 'x', 'y'), tagged(aFolder('b'), 'y'), tagged(aFile('c.png'), 'z'))
      .when(tag(['a', 'b', 'c.png'], ['y'], ['x']))
      .then({
        type: 'catalog.elements.tagged',
        items: [
          { id: idOf('a'), name: 'a', tags: ['y'] },
          { id: idOf('c.png'), name: 'c.png', tags: ['y'] },
        ],
        process: null,
      }));
  it('that have them already changes nothing', () =>
    shelf
      .given(tagged(aLink('a'), 'x'))
      .when(tag(['a'], ['x'], ['y']))
      .thenNothing());
  it('beyond 50 leaves that element as it is, and says so', async () => {
    const drive = testDrive();
    const many = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await drive.given(tagged(aLink('a'), ...many), aLink('b'));
    expect(await tag(['a', 'b'], ['new'])(drive)).toEqual({
      modifiedCount: 1,
      warnings: [{ name: 'a', code: 'tags.too-many', message: 'An element can have at most 50 tags.' }],
    });
  });
  it('of what is gone, or built in, is refused', async () => {
    await shelf
      .given()
      .when(tag(['gone'], ['x']))
      .thenRefused('element.not-found');
    await shelf
      .given()
      .when(({ catalog, account, opId }) =>
        tagElements(catalog, account, opId(), { ids: ['default:gmail'], add: ['x'], remove: [] }),
      )
      .thenRefused('default.locked');
  });
});

describe('a tag everywhere', () => {
  it('is renamed; where both were, one stays', async () => {
    const drive = testDrive();
    await drive.given(tagged(aLink('a'), 'x', 'y'), tagged(aFolder('b'), 'x'), tagged(aLink('c', 'b'), 'z'));
    expect(await retag(' x ', 'y')(drive)).toEqual({ modifiedCount: 2, process: null });
    expect(Object.fromEntries(await tagsOf(drive))).toEqual({ a: ['y'], b: ['y'], c: ['z'] });
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
  it('is removed', async () => {
    const drive = testDrive();
    await drive.given(tagged(aLink('a'), 'x', 'y'));
    expect(await retag('x', null)(drive)).toEqual({ modifiedCount: 1, process: null });
    expect((await tagsOf(drive)).get('a')).toEqual(['y']);
  });
  it('that no one has, or renamed to itself, changes nothing', async () => {
    await shelf.given(aLink('a')).when(retag('x', 'y')).thenNothing();
    await shelf
      .given(tagged(aLink('a'), 'x'))
      .when(retag('x', 'x'))
      .thenNothing();
    await shelf.given().when(retag('x', '  ')).thenRefused('name.required', { field: 'to' });
  });

  const large = async () => {
    const drive = testDrive();
    await drive.given(
      ...manyFiles('root', 450).map((event) =>
        event.type === 'catalog.files.uploaded'
          ? { ...event, files: event.files.map((file) => ({ ...file, tags: ['x'] })) }
          : event,
      ),
    );
    return drive;
  };
  it('of more than a transaction takes goes on in chunks, each done once', async () => {
    const drive = await large();
    const { process, modifiedCount } = (await retag('x', 'y')(drive)) as {
      process: string;
      modifiedCount: number;
    };
    expect(modifiedCount).toBe(200);
    await retagChunk(drive.catalog, drive.account.drive, process, 1);
    expect(await retagChunk(drive.catalog, drive.account.drive, process, 1)).toMatchObject({ last: false });
    await carryProcesses(drive, drive.account.drive);
    const tags = [...(await tagsOf(drive)).values()];
    expect([tags.length, tags.every((each) => each.join() === 'y')]).toEqual([450, true]);
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
  it('can be stopped on the way', async () => {
    const drive = await large();
    const { process } = (await retag('x', 'y')(drive)) as { process: string };
    await cancelProcess(drive.catalog, drive.account, drive.opId(), process);
    await carryProcesses(drive, drive.account.drive);
    expect([...(await tagsOf(drive)).values()].filter((each) => each.includes('x'))).toHaveLength(250);
  });
});
