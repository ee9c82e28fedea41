import { limits } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { aFolder, aQuota } from '../../../testing/facts.js';
import { catalogSubject, testDrive, type Ask } from '../../../testing/catalog-subject.js';
import { checkDrive } from '../reads/check-drive.js';
import { addPlaylist } from './add-playlist.js';
import type { TypedPlaylist } from '../../domain/add-playlist.js';

const shelf = scenario(catalogSubject);
const video = (linkname: string, id = 'dQw4w9WgXcQ') => ({
  linkname,
  linktype: 'youtube',
  linkurl: `https://www.youtube.com/watch?v=${id}`,
});
const add =
  (name: string, obj: TypedPlaylist['obj'], rest: Partial<TypedPlaylist> = {}): Ask =>
  ({ catalog, account, opId }) =>
    addPlaylist(catalog, account, opId(), { address: { url: '/' }, playlist: { name, obj, ...rest } });

describe('a playlist', () => {
  it('becomes a folder of its videos in one event, with its address', async () => {
    const drive = testDrive();
    const linkurl = 'https://www.youtube.com/playlist?list=PLabc';
    const answer = await add('My list!', [video('One'), video('Two')], { linkurl, linktag: ['music'] })(
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
    const { ops } = (await add(
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
    const { ops } = (await add('l', [video(long), video(long)])(drive)) as Awaited<
      ReturnType<typeof addPlaylist>
    >;
    expect(ops[1]?.linkname).toBe(`${'y'.repeat(251)} (2)`);
  });
  it('is refused in the words of the specification [F5.7 F5.8 F5.9]', async () => {
    await shelf.given().when(add('l', [])).thenRefused('playlist.empty');
    await shelf
      .given()
      .when(add('l', [video('Private video')]))
      .thenRefused('playlist.empty');
    await shelf
      .given()
      .when(add('l', [video('a'), { ...video('b'), linkurl: 'https://example.com/' }]))
      .thenRefused('video.wrong-url', { field: 'obj.1.linkurl' });
    await shelf
      .given()
      .when(add('l', [video('a')], { linkurl: 'https://example.com/' }))
      .thenRefused('playlist.wrong-url', { field: 'linkurl' });
    await shelf
      .given(aFolder('L'))
      .when(add('l', [video('a')]))
      .thenRefused('name.exists', { field: 'name' });
    await shelf
      .given()
      .when(add('!', [video('a')]))
      .thenRefused('name.required', { field: 'name' });
    await shelf
      .given()
      .when(add('l', [{ ...video('a'), linktype: 'website' }]))
      .thenRefused('kind.unsupported', { field: 'obj.0.linktype' });
    await shelf
      .given(aQuota(10))
      .when(add('l', [video('a')]))
      .thenRefused('space.exceeded');
  });
});
