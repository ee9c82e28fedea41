import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder, aLink } from '../../../testing/facts.js';
import { catalogSubject, testDrive, type Ask } from '../../../testing/catalog-subject.js';
import { addElement } from './add-element.js';
import { deleteElements } from './delete-elements.js';

const shelf = scenario(catalogSubject);
const add =
  (linktype: string, linkurl: string, linkimg?: string): Ask =>
  ({ catalog, account, opId }) =>
    addElement(catalog, account, opId(), {
      address: { url: '/' },
      obj: { linkname: 'x', linktype, linkurl, linkimg: linkimg ?? null },
    });

describe('a link to a video', () => {
  it('of youtube has a picture from its id', () =>
    shelf
      .given()
      .when(add('youtube', 'https://youtu.be/dQw4w9WgXcQ'))
      .then({
        kind: 'youtube',
        url: 'https://youtu.be/dQw4w9WgXcQ',
        image: 'https://img.youtube.com/vi/dQw4w9WgXcQ/mqdefault.jpg',
        delta: { used: 29, count: 1, byKind: { Youtube: 29 } },
      }));
  it('of tiktok is cut at the question mark and keeps the picture that was looked up [F5.5]', () =>
    shelf
      .given()
      .when(add('tiktok', 'https://www.tiktok.com/@u/video/71?x=1', 'https://p16.tiktokcdn.com/a.jpg'))
      .then({ url: 'https://www.tiktok.com/@u/video/71', image: 'https://p16.tiktokcdn.com/a.jpg' }));
  it('keeps no picture that the browser made up', async () => {
    await shelf
      .given()
      .when(add('website', 'https://example.com/', 'https://evil.example/a.jpg'))
      .then({ image: null });
    await shelf
      .given()
      .when(add('vimeo', 'https://vimeo.com/76', 'http://127.0.0.1/a.jpg'))
      .thenRefused('url.invalid', { field: 'obj.linkimg' });
  });
  it('of a site that the operator has named is kept in the form that is embedded [F5.6]', async () => {
    await shelf
      .given()
      .when(add('viewkeyvideo', 'https://viewkey.example/view_video.php?viewkey=ph5a'))
      .then({ url: 'https://viewkey.example/embed/ph5a' });
    await shelf
      .given()
      .when(add('embedframevideo', 'https://frames.example/video12/title'))
      .then({ url: 'https://frames.example/embedframe/12' });
  });
  it.each([
    ['youtube', 'https://www.youtube.com/feed', 'video.wrong-url'],
    ['vimeo', 'https://vimeo.com/a/b', 'video.wrong-url'],
    ['tiktok', 'https://www.tiktok.com/@u', 'video.wrong-url'],
    ['viewkeyvideo', 'https://viewkey.example/', 'video.wrong-url'],
    ['embedframevideo', 'https://other.example/video12/', 'video.wrong-url'],
    ['playlist', 'https://www.youtube.com/', 'playlist.wrong-url'],
    ['playlist', 'https://www.youtube.com/playlist?list=PLabc', 'kind.unsupported'],
    ['youtube', 'no url', 'url.invalid'],
    ['youtube', 'http://10.0.0.1/watch?v=dQw4w9WgXcQ', 'url.invalid'],
    ['image/png', 'https://example.com/', 'kind.unsupported'],
  ])('%s at %s is refused', (kind, url, code) => shelf.given().when(add(kind, url)).thenRefused(code));
});

describe('an address that is here already', () => {
  const adding = (drive: Parameters<Ask>[0]) =>
    add('website', 'https://example.com/')(drive) as ReturnType<typeof addElement>;
  it('is noticed, wherever it is', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'), aLink('first', 'a'));
    expect((await adding(drive)).warnings).toEqual([
      { name: 'first', code: 'url.same', message: 'The same address is here already: first', path: '/a/' },
    ]);
  });
  it('is none when it was deleted, or stands for a file', async () => {
    const drive = testDrive();
    await drive.given(aLink('first'), aFile('f.png'));
    await deleteElements(drive.catalog, drive.account, drive.opId(), ['first']);
    expect((await adding(drive)).warnings).toEqual([]);
  });
});
