import { startStandIn, type StandIn } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUpLink } from '../../application/reads/look-up-link.js';
import { lookupDefaults } from './lookup.config.js';
import { openLinkProviders } from './open-link-providers.js';

let provider: StandIn;
beforeAll(async () => void (provider = await startStandIn()));
afterAll(() => provider.stop());

/** A busy machine answers late; only who is meant to be silent is waited for in vain. */
const lookUp = (linktype: string, linkurl: string, lookupTimeoutMs = 20_000) => {
  const { url: lookupProvider, host } = provider;
  const settings = {
    playlistKey: 'key of a test',
    lookupProvider,
    lookupTrusted: [host],
    lookupTimeoutMs,
  };
  return lookUpLink(openLinkProviders({ ...lookupDefaults, ...settings }), {}, { linktype, linkurl });
};
const local = (linktype: string, linkurl: string) =>
  lookUpLink(openLinkProviders(lookupDefaults), {}, { linktype, linkurl });
const last = () => new URL(provider.asked.at(-1) ?? '', provider.url);

const video = 'https://vimeo.com/123456';
const short = 'https://www.tiktok.com/@somebody/video/7123456789?lang=en';
const list = 'https://www.youtube.com/playlist?list=PLabc_DEF-1';
const item = (videoId: string, title: string, more: object = {}) => ({
  snippet: { title, resourceId: { videoId }, thumbnails: { medium: { url: 'https://i.example.com/m.jpg' } } },
  ...more,
});
const link = (id: string, linkname: string) => ({
  linkname,
  linktype: 'youtube',
  linkurl: `https://www.youtube.com/watch?v=${id}`,
  linktag: [],
  linkimg: 'https://i.example.com/m.jpg',
  thumbnailWebsite: null,
});

describe('a link that is looked up', () => {
  it('to vimeo gets title and picture', async () => {
    provider.says(200, [{ title: ' A film ', thumbnail_medium: 'https://i.vimeo.example/1.jpg', id: 1 }]);
    expect(await lookUp('vimeo', video)).toEqual({
      title: 'A film',
      linkimg: 'https://i.vimeo.example/1.jpg',
      items: [],
    });
    expect(last().pathname).toBe('/api/v2/video/123456.json');
  });

  it('to tiktok gets them by oEmbed, asked with the address as it is kept', async () => {
    provider.says(200, { title: 'Dance', thumbnail_url: 'https://p.tiktok.example/1.jpg' });
    expect(await lookUp('tiktok', short)).toMatchObject({ linkimg: 'https://p.tiktok.example/1.jpg' });
    expect(last().searchParams.get('url')).toBe('https://www.tiktok.com/@somebody/video/7123456789');
  });

  it('to a video that does not exist is refused', async () => {
    provider.says(404, {});
    await expect(lookUp('vimeo', video)).rejects.toMatchObject({ message: 'Wrong video url', status: 400 });
    await expect(lookUp('tiktok', short)).rejects.toMatchObject({ message: 'Wrong video url' });
    await expect(lookUp('vimeo', 'https://vimeo.com/a/b')).rejects.toThrow('Wrong video url');
  });

  it('goes without a picture when the provider is silent, slow or talks nonsense', async () => {
    const nothing = { title: null, linkimg: null, items: [] };
    for (const [status, body] of [
      [500, {}],
      [200, 'nonsense'],
      [200, []],
    ] as const) {
      provider.says(status, body);
      expect(await lookUp('vimeo', video)).toEqual(nothing);
    }
    provider.says(200, [{ title: 5, thumbnail_medium: 'javascript:alert(1)' }]);
    expect(await lookUp('vimeo', video)).toEqual(nothing);
    provider.answer(
      (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    expect(await lookUp('vimeo', video)).toEqual(nothing);
    provider.answer(() => undefined);
    expect(await lookUp('tiktok', short, 300)).toEqual(nothing);
  });

  it('of youtube has the picture that its address tells, no one is asked', async () => {
    const before = provider.asked.length;
    expect(await lookUp('youtube', 'https://youtu.be/dQw4w9WgXcQ')).toMatchObject({
      linkimg: 'https://img.youtube.com/vi/dQw4w9WgXcQ/mqdefault.jpg',
    });
    await expect(lookUp('folder', video)).rejects.toMatchObject({ code: 'kind.unsupported' });
    await expect(lookUp('website', 'http://127.0.0.1/')).rejects.toThrow('Invalid URL');
    expect(provider.asked).toHaveLength(before);
  });
});

describe('a playlist', () => {
  it('becomes links to its videos, at most fifty, without the private and removed ones [F9.8]', async () => {
    provider.says(200, {
      items: [
        item('aaaaaaaaaaa', 'One'),
        item('bbbbbbbbbbb', 'Private video'),
        item('ccccccccccc', 'Hidden', { status: { privacyStatus: 'private' } }),
        item('ddddddddddd', 'Deleted video'),
        { snippet: null },
        item('eeeeeeeeeee', 'Two', { status: { privacyStatus: 'unlisted' } }),
      ],
    });
    expect(await lookUp('playlist', list)).toEqual({
      title: null,
      linkimg: 'https://i.example.com/m.jpg',
      items: [link('aaaaaaaaaaa', 'One'), link('eeeeeeeeeee', 'Two')],
    });
    expect(Object.fromEntries(last().searchParams)).toEqual({
      part: 'snippet,status',
      maxResults: '50',
      playlistId: 'PLabc_DEF-1',
      key: 'key of a test',
    });
  });

  it('is refused in the words of the specification [F5.7 F5.8 F5.9]', async () => {
    await expect(lookUp('playlist', 'https://www.youtube.com/watch?v=aaaaaaaaaaa')).rejects.toMatchObject({
      message: 'Wrong playlist url',
      status: 400,
    });
    provider.says(404, {});
    await expect(lookUp('playlist', list)).rejects.toMatchObject({ message: "Playlist doesn't exist" });
    provider.says(403, { error: { errors: [{ reason: 'playlistItemsNotAccessible' }] } });
    await expect(lookUp('playlist', list)).rejects.toMatchObject({ message: "Playlist doesn't exist" });
    for (const items of [[], [item('bbbbbbbbbbb', 'Private video')]]) {
      provider.says(200, { items });
      await expect(lookUp('playlist', list)).rejects.toMatchObject({
        message: 'Empty playlist',
        status: 400,
      });
    }
  });

  it('cannot be had when its source is out of order', async () => {
    for (const [status, body] of [
      [403, { error: { errors: [{ reason: 'quotaExceeded' }] } }],
      [500, {}],
      [200, { items: 5 }],
    ] as const) {
      provider.says(status, body);
      await expect(lookUp('playlist', list)).rejects.toMatchObject({ code: 'service.unavailable' });
    }
  });
});

describe('without a key', () => {
  it('answers come in the same shapes, and no playlist is invented', async () => {
    const { items } = await local('playlist', 'https://www.youtube.com/playlist?list=PLskyshelf_sample');
    expect(items.map(({ linkname }) => linkname)).toEqual(['First steps', 'First steps', 'Going on']);
    await expect(local('playlist', list)).rejects.toThrow("Playlist doesn't exist");
    for (const name of ['empty', 'private'])
      await expect(
        local('playlist', `https://www.youtube.com/playlist?list=PLskyshelf_${name}`),
      ).rejects.toThrow('Empty playlist');
    expect(await local('vimeo', video)).toMatchObject({ items: [] });
    expect(await local('tiktok', short)).toMatchObject({ items: [] });
  });
});
