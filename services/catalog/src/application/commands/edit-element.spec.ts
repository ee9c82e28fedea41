import type { ElementId } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { aDerivation, aFile, aFolder, aLink, idOf, manyFiles } from '../../../testing/facts.js';
import { catalogSubject, testDrive, type Ask } from '../../../testing/catalog-subject.js';
import { standing } from '../../../testing/shelf-commands.js';
import { deleteElements } from './delete-elements.js';
import { describeElements } from './describe-elements.js';
import { elementView } from '../element-view.js';
import { editElement, renamePath } from './edit-element.js';
import type { EditElement } from '../../domain/edit-element.js';

const shelf = scenario(catalogSubject);
const edit =
  (id: string, fields: Omit<EditElement, 'id'>): Ask =>
  ({ catalog, account, opId }) =>
    editElement(catalog, account, opId(), { id: idOf(id), ...fields });

describe('renaming', () => {
  it('a folder changes its one row, whatever it holds [F4.10]', () =>
    shelf
      .given(aFolder('a'), aFolder('b', 'a'), aLink('c', 'b'))
      .when(edit('a', { linkname: ' New  name! ' }))
      .then({
        type: 'catalog.element.edited',
        id: 'a' as ElementId,
        class: 'folder',
        from: 'a',
        name: 'New name',
        nameKey: 'new name',
        size: 0,
        delta: { used: 0, count: 0, byKind: {} },
      }));
  it('a file keeps its extension [F4.11]', async () => {
    await shelf
      .given(aFile('photo.PNG'))
      .when(edit('photo.PNG', { linkname: 'beach' }))
      .then({ name: 'beach.PNG', extension: 'png' });
    await shelf
      .given(aFile('photo.png'))
      .when(edit('photo.png', { linkname: 'a?b.jpg' }))
      .then({ name: 'ab.jpg.png', extension: 'png' });
  });
  it('a file renames its address, and keeps good those of what was made of it [F4.11]', async () => {
    const drive = testDrive();
    await drive.given(aFile('photo.png'));
    const { catalog, account, opId } = drive;
    await describeElements(catalog, account.drive, opId(), [aDerivation('photo.png')]);
    const view = async () => {
      const [found] = await standing(drive);
      return elementView(found?.row ?? expect.fail('no file'), '/', 'local|alice');
    };
    const before = await view();
    await edit('photo.png', { linkname: 'beach' })(drive);
    expect(await view()).toMatchObject({
      linkurl: before.linkurl?.replace('photo.png', 'beach.png'),
      thumbnailImage: 'Cloud/small-photo-png/local|alice###thumbnail.webp',
    });
  });
  it('a link changes what it costs', () =>
    shelf
      .given(aLink('abc'))
      .when(edit('abc', { linkname: 'a' }))
      .then({ name: 'a', size: 21, delta: { used: -2, count: 0, byKind: { Links: -2 } } }));
  it('to the same name in another case is allowed [F5.11]', () =>
    shelf
      .given(aFolder('photos'))
      .when(edit('photos', { linkname: 'Photos' }))
      .then({ name: 'Photos' }));
  it("to a sibling's name says Name already exist [F5.11]", async () => {
    await shelf
      .given(aFolder('a'), aFolder('b'))
      .when(edit('a', { linkname: 'B' }))
      .thenRefused('name.exists', { field: 'obj.linkname' });
    await shelf
      .given(aLink('b.png'), aFile('a.png'))
      .when(edit('a.png', { linkname: 'b' }))
      .thenRefused('name.exists');
  });
  it('to the name of something of another class is allowed [F5.11]', () =>
    shelf
      .given(aFolder('a'), aLink('b'))
      .when(edit('a', { linkname: 'b' }))
      .then({ name: 'b' }));
  it('to nothing says that the field is required', () =>
    shelf
      .given(aLink('a'))
      .when(edit('a', { linkname: '???' }))
      .thenRefused('name.required'));
  it('what is gone is refused', async () => {
    await shelf
      .given()
      .when(edit('gone', { linkname: 'x' }))
      .thenRefused('element.not-found');
    await shelf
      .given(aFolder('big'), ...manyFiles('big', 201))
      .when(async (drive) => {
        await deleteElements(drive.catalog, drive.account, drive.opId(), ['big']);
        await edit('big', { linkname: 'x' })(drive);
      })
      .thenRefused('element.not-found');
  });
  it('a built-in element is refused', () =>
    shelf
      .given()
      .when(({ catalog, account, opId }) =>
        editElement(catalog, account, opId(), { id: 'default:gmail' as ElementId, linkname: 'x' }),
      )
      .thenRefused('default.locked'));
});

describe('editing', () => {
  it('without a change stores nothing and says so [F5.12]', async () => {
    await shelf
      .given(aLink('a'))
      .when(edit('a', { linkname: 'a', linktag: [], linkurl: 'https://example.com/', linktype: 'website' }))
      .thenNothing();
    const drive = testDrive();
    await drive.given(aLink('a'));
    expect(await edit('a', { linkname: 'a' })(drive)).toMatchObject({
      modifiedCount: 0,
      element: { linkname: 'a' },
    });
    expect(await edit('a', { linkname: 'b' })(drive)).toMatchObject({
      modifiedCount: 1,
      element: { linkname: 'b', linkurl: 'https://example.com/' },
    });
  });
  it('changes the tags', () =>
    shelf
      .given(aLink('a'))
      .when(edit('a', { linktag: ['x', ' x', 'y'] }))
      .then({ name: 'a', tags: ['x', 'y'] }));
  it("keeps a link's address and everybody's type [F5.12]", async () => {
    await shelf
      .given(aLink('a'))
      .when(edit('a', { linkurl: 'https://other.example.com/' }))
      .thenRefused('url.locked', { field: 'obj.linkurl' });
    await shelf
      .given(aLink('a'))
      .when(edit('a', { linktype: 'folder' }))
      .thenRefused('url.locked', { field: 'obj.linktype' });
    await shelf
      .given(aFile('a.png'))
      .when(edit('a.png', { linkname: 'b', linkurl: 'Cloud/other/alice###b.png' }))
      .then({ name: 'b.png' });
  });
  it('confirms a thumbnail only when there is one', async () => {
    await shelf
      .given(aFile('a.png'))
      .when(edit('a.png', { confirm: true }))
      .thenRefused('input.invalid', { field: 'obj.confirm' });
    await shelf
      .given(aFile('a.png'))
      .when(edit('a.png', { confirm: false }))
      .then({ confirm: false });
    const drive = testDrive();
    await drive.given(aFile('a.png'));
    await edit('a.png', { confirm: false })(drive);
    await describeElements(drive.catalog, drive.account.drive, drive.opId(), [aDerivation('a.png')]);
    expect(await edit('a.png', { confirm: true })(drive)).toMatchObject({
      modifiedCount: 0,
      element: { confirm: true },
    });
  });
});

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
