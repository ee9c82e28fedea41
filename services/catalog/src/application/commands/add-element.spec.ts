import { limits, type ElementId } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, aLink, aQuota, idOf } from '../../../testing/facts.js';
import { catalogSubject, testDrive, type Ask } from '../../../testing/catalog-subject.js';
import { addElement, addPlaylist } from './add-element.js';
import { startUpload } from './start-upload.js';
import { checkDrive } from '../reads/check-drive.js';
import type { TypedPlaylist } from '../../domain/add-element.js';

const shelf = scenario(catalogSubject);
const add =
  (
    obj: { linkname: string; linktype: string; linkurl?: string | null; linktag?: string[] },
    url = '/',
    folderId?: string,
  ): Ask =>
  ({ catalog, account, opId }) =>
    addElement(catalog, account, opId(), { address: { url, folderId }, obj });
const folder = (linkname: string, url = '/', folderId?: string) =>
  add({ linkname, linktype: 'folder' }, url, folderId);
const link = (linkname: string, linkurl: string | null = 'https://example.com/', url = '/') =>
  add({ linkname, linktype: 'website', linkurl }, url);

describe('creating a folder', () => {
  it('puts it where the path says', () =>
    shelf
      .given(aFolder('Photos'), aFolder('2026', 'Photos'))
      .when(folder(' Summer:  trip ', '/photos/2026'))
      .then({
        type: 'catalog.folder.created',
        parentId: '2026' as ElementId,
        name: 'Summer trip',
        nameKey: 'summer trip',
        delta: { used: 0, count: 1, byKind: {} },
      }));
  it('puts it where the id says, whatever the path', () =>
    shelf
      .given(aFolder('Photos'))
      .when(folder('New', '/nowhere/', 'Photos'))
      .then({ type: 'catalog.folder.created', parentId: 'Photos' as ElementId }));
  it('finds folders whose names contain a percent sign or were typed decomposed', () =>
    shelf
      .given(aFolder('100%'), aFolder('Café', '100%'))
      .when(folder('x', '/100%/CAFE\u0301/'))
      .then({ parentId: idOf('Café') }));
  it('says Name already exist for a folder of that name, in any case [F5.11]', () =>
    shelf
      .given(aFolder('Photos'))
      .when(folder('PHOTOS'))
      .thenRefused('name.exists', { field: 'obj.linkname' }));
  it('gets the number that a call asks for', () =>
    shelf
      .given(aFolder('C'))
      .when(({ catalog, account, opId }) => {
        const obj = { linkname: 'C++', linktype: 'folder' };
        return addElement(catalog, account, opId(), { address: { url: '/' }, obj, number: 2 });
      })
      .then({ type: 'catalog.folder.created', name: 'C (2)', nameKey: 'c (2)' }));
  it('may share its name with a link or file [F5.11]', () =>
    shelf
      .given(aLink('Photos'), aFile('Music'))
      .when(folder('photos'))
      .then({ type: 'catalog.folder.created' }));
  it('may share its name with a folder elsewhere', () =>
    shelf.given(aFolder('a'), aFolder('b', 'a')).when(folder('b')).then({ name: 'b' }));
  it('needs a name', () =>
    shelf.given().when(folder(' ?? ')).thenRefused('name.required', { field: 'obj.linkname' }));
  it('needs a folder that is there', async () => {
    await shelf.given().when(folder('x', '/nowhere/')).thenRefused('folder.not-found');
    await shelf.given().when(folder('x', '//')).thenRefused('folder.not-found');
    await shelf
      .given()
      .when(folder('x', '/', 'nowhere'))
      .thenRefused('folder.not-found');
    await shelf
      .given(aLink('page'))
      .when(folder('x', '/', 'page'))
      .thenRefused('folder.not-found');
  });
  it('goes 128 levels deep and no deeper', async () => {
    const levels = Array.from({ length: limits.maxDepth }, (_, index) =>
      aFolder(`f${index}`, index === 0 ? 'root' : `f${index - 1}`),
    );
    await shelf
      .given(...levels.slice(0, -1))
      .when(folder('deep', '/', 'f126'))
      .then({ name: 'deep' });
    await shelf
      .given(...levels)
      .when(folder('deeper', '/', 'f127'))
      .thenRefused('depth.exceeded');
  });
  it('happens once for one Idempotency-Key', async () => {
    const { catalog, account, opId, events } = testDrive();
    const key = opId();
    const input = { address: { url: '/' }, obj: { linkname: 'a', linktype: 'folder' } };
    const first = await addElement(catalog, account, key, input);
    const again = await addElement(catalog, account, key, input);
    expect(again).toEqual(first);
    expect(await events()).toHaveLength(1);
    await expect(
      addElement(catalog, account, key, { ...input, obj: { linkname: 'b', linktype: 'folder' } }),
    ).rejects.toThrow('Idempotency-Key');
  });
});

describe('adding a link', () => {
  it('costs the bytes of its name and address', () =>
    shelf
      .given()
      .when(link('Käse', 'https://example.com/é'))
      .then({
        type: 'catalog.link.added',
        kind: 'website',
        url: 'https://example.com/é',
        size: 5 + 22,
        delta: { used: 27, count: 1, byKind: { Links: 27 } },
      }));
  it('says Name already exist for a link or file of that name [F5.11]', async () => {
    await shelf.given(aLink('Map')).when(link('map ')).thenRefused('name.exists');
    await shelf.given(aFile('map.png')).when(link('Map.PNG')).thenRefused('name.exists');
  });
  it('says Name already exist while a large upload keeps that name', async () => {
    const { catalog, account, opId } = testDrive();
    const large = { name: 'film.mp4', size: 9 * 1024 * 1024, type: 'video/mp4', source: 'device' };
    await startUpload(catalog, account, opId(), { address: { url: '/' }, files: [large] });
    const adding = addElement(catalog, account, opId(), {
      address: { url: '/' },
      obj: { linkname: 'Film.mp4', linktype: 'website', linkurl: 'https://example.com' },
    });
    await expect(adding).rejects.toThrow('Name already exist');
  });
  it('says Invalid URL for addresses inside private networks [F5.2]', () =>
    shelf
      .given()
      .when(link('x', 'http://192.168.0.1/'))
      .thenRefused('url.invalid', { field: 'obj.linkurl' }));
  it('needs an address', () => shelf.given().when(link('x', null)).thenRefused('url.required'));
  it('takes kinds of links only', async () => {
    for (const linktype of ['viewkey', 'image/png', '__proto__', 'Folder']) {
      await shelf
        .given()
        .when(add({ linkname: 'x', linktype, linkurl: 'https://example.com' }))
        .thenRefused('kind.unsupported', { field: 'obj.linktype' });
    }
  });
  it('keeps each tag once, trimmed', () =>
    shelf
      .given()
      .when(
        add({
          linkname: 'x',
          linktype: 'website',
          linkurl: 'https://example.com',
          linktag: [' b ', 'a', 'b', ''],
        }),
      )
      .then({ tags: ['b', 'a'] }));
  it('needs room', () => shelf.given(aQuota(10)).when(link('x')).thenRefused('space.exceeded'));
});

const video = (linkname: string, id = 'dQw4w9WgXcQ') => ({
  linkname,
  linktype: 'youtube',
  linkurl: `https://www.youtube.com/watch?v=${id}`,
});
const addVideos =
  (name: string, obj: TypedPlaylist['obj'], rest: Partial<TypedPlaylist> = {}): Ask =>
  ({ catalog, account, opId }) =>
    addPlaylist(catalog, account, opId(), { address: { url: '/' }, playlist: { name, obj, ...rest } });

describe('a playlist', () => {
  it('becomes a folder of its videos in one event, with its address', async () => {
    const drive = testDrive();
    const linkurl = 'https://www.youtube.com/playlist?list=PLabc';
    const answer = await addVideos('My list!', [video('One'), video('Two')], { linkurl, linktag: ['music'] })(
      drive,
    );
    expect(answer).toMatchObject({
      docs: { linkname: 'My list', linktype: 'folder', linkurl, linktag: ['music'], path: '/', size: 0 },
      ops: [
        { linkname: 'One', linktype: 'youtube', path: '/My list/' },
        { linkname: 'Two', linkimg: 'https://img.youtube.com/vi/dQw4w9WgXcQ/mqdefault.jpg' },
      ],
    });
    expect(await drive.events()).toMatchObject([{ type: 'catalog.playlist.added', delta: { count: 3 } }]);
    expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
  });
  it('numbers equal titles, skips private videos, loses none for its title', async () => {
    const drive = testDrive();
    const titles = ['One', 'one', 'Private video', 'ONE', 'Deleted video', '***', 'x'.repeat(300)];
    const { ops } = (await addVideos(
      'l',
      titles.map((title) => video(title)),
    )(drive)) as Awaited<ReturnType<typeof addPlaylist>>;
    expect(ops.map(({ linkname }) => linkname)).toEqual([
      'One',
      'one (2)',
      'ONE (3)',
      'video',
      'x'.repeat(255),
    ]);
  });
  it('of equal titles as long as can be still fits', async () => {
    const drive = testDrive();
    const long = 'y'.repeat(limits.maxNameCharacters);
    const { ops } = (await addVideos('l', [video(long), video(long)])(drive)) as Awaited<
      ReturnType<typeof addPlaylist>
    >;
    expect(ops[1]?.linkname).toBe(`${'y'.repeat(251)} (2)`);
  });
  it('is refused in the words of the specification [F5.7 F5.8 F5.9]', async () => {
    await shelf.given().when(addVideos('l', [])).thenRefused('playlist.empty');
    await shelf
      .given()
      .when(addVideos('l', [video('Private video')]))
      .thenRefused('playlist.empty');
    await shelf
      .given()
      .when(addVideos('l', [video('a'), { ...video('b'), linkurl: 'https://example.com/' }]))
      .thenRefused('video.wrong-url', { field: 'obj.1.linkurl' });
    await shelf
      .given()
      .when(addVideos('l', [video('a')], { linkurl: 'https://example.com/' }))
      .thenRefused('playlist.wrong-url', { field: 'linkurl' });
    await shelf
      .given(aFolder('L'))
      .when(addVideos('l', [video('a')]))
      .thenRefused('name.exists', { field: 'name' });
    await shelf
      .given()
      .when(addVideos('!', [video('a')]))
      .thenRefused('name.required', { field: 'name' });
    await shelf
      .given()
      .when(addVideos('l', [{ ...video('a'), linktype: 'website' }]))
      .thenRefused('kind.unsupported', { field: 'obj.0.linktype' });
    await shelf
      .given(aQuota(10))
      .when(addVideos('l', [video('a')]))
      .thenRefused('space.exceeded');
  });
});
