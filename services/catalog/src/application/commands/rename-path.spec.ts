import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { aFolder, aLink } from '../../../testing/facts.js';
import { catalogSubject, testDrive, type Ask } from '../../../testing/catalog-subject.js';
import { editElement } from './edit-element.js';
import { renamePath } from './rename-path.js';

const shelf = scenario(catalogSubject);
const rename =
  (prevPath: string, newPath: string): Ask =>
  ({ catalog, account, opId }) =>
    renamePath(catalog, account, opId(), { prevPath, newPath });
const past = [aFolder('a'), aFolder('b', 'a'), aLink('l', 'b')];

describe('renaming a folder by its path', () => {
  it('changes its one row', () =>
    shelf
      .given(...past)
      .when(rename('/a/b/', '/a/New: name'))
      .then({
        type: 'catalog.element.edited',
        id: 'b' as never,
        from: 'b',
        name: 'New name',
      }));
  it('that was renamed by id before finds the work done', async () => {
    const drive = testDrive();
    await drive.given(...past);
    await editElement(drive.catalog, drive.account, drive.opId(), { id: 'b' as never, linkname: 'c!' });
    expect(await rename('/a/b/', '/a/c!/')(drive)).toMatchObject({
      modifiedCount: 0,
      element: { linkname: 'c', path: '/a/' },
    });
    expect(await drive.events(4)).toEqual([]);
  });
  it('to the same name changes nothing, to another case it does', async () => {
    await shelf
      .given(...past)
      .when(rename('/a/b/', '/a/b'))
      .thenNothing();
    await shelf
      .given(...past)
      .when(rename('/a/b/', '/A/B'))
      .then({ name: 'B' });
  });
  it('is refused with the words of a rename', async () => {
    await shelf
      .given(...past, aFolder('c', 'a'))
      .when(rename('/a/b/', '/a/C/'))
      .thenRefused('name.exists', { field: 'newPath' });
    await shelf
      .given(...past)
      .when(rename('/a/b/', '/a/??/'))
      .thenRefused('name.required', { field: 'newPath' });
    await shelf
      .given(...past)
      .when(rename('/', '/x/'))
      .thenRefused('folder.not-found');
    await shelf
      .given(...past)
      .when(rename('/x/', '/y/'))
      .thenRefused('folder.not-found', { field: 'prevPath' });
    await shelf
      .given(...past)
      .when(rename('/a/b/', '/b/'))
      .thenRefused('input.invalid', { field: 'newPath' });
    await shelf
      .given(...past)
      .when(rename('/a/b/', '/c/b/'))
      .thenRefused('input.invalid');
  });
});
