import { startStandIn, type StandIn } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUpLink } from '../../application/reads/look-up-link.js';
import { lookupDefaults, type LookupConfig } from '../../catalog.config.js';
import { openLinkProviders, playlistCheck } from './open-link-providers.js';

let provider: StandIn;
beforeAll(async () => void (provider = await startStandIn()));
afterAll(() => provider.stop());

/** A busy machine answers late; only who is meant to be silent is waited for in vain. */
const lookUp = (linktype: string, linkurl: string, more: Partial<LookupConfig> = {}) => {
  const { url: lookupProvider, host } = provider;
  const stood = {
    playlistKey: 'key of a test',
    lookupProvider,
    lookupTrusted: [host],
    lookupTimeoutMs: 20_000,
  };
  const providers = openLinkProviders({ ...lookupDefaults, ...stood, ...more });
  return lookUpLink(providers, {}, { linktype, linkurl });
};
const withoutKey = { playlistKey: undefined };
const still = 'https://img.youtube.com/vi/dQw4w9WgXcQ/mqdefault.jpg';
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
  it.each([
    ['vimeo', video, '/api/oembed.json', 'https://vimeo.com/123456'],
    ['vimeo', 'https://player.vimeo.com/video/123456', '/api/oembed.json', 'https://vimeo.com/123456'],
    ['tiktok', short, '/oembed', 'https://www.tiktok.com/@somebody/video/7123456789'],
    ['youtube', 'https://youtu.be/dQw4w9WgXcQ', '/oembed', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ])('to %s gets title and picture by oEmbed: %s', async (kind, link, path, asked) => {
    provider.says(200, { type: 'video', title: ' A film ', thumbnail_url: 'https://i.example.com/1.jpg' });
    const linkimg = kind === 'youtube' ? still : 'https://i.example.com/1.jpg';
    expect(await lookUp(kind, link, withoutKey)).toEqual({ title: 'A film', linkimg, items: [] });
    expect([last().pathname, last().searchParams.get('url')]).toEqual([path, asked]);
  });

  it('to a video that does not exist is refused', async () => {
    for (const [kind, link] of [['vimeo', video] as const, ['tiktok', short] as const]) {
      provider.says(kind === 'vimeo' ? 404 : 400, {});
      await expect(lookUp(kind, link)).rejects.toMatchObject({ message: 'Wrong video url', status: 400 });
    }
    await expect(lookUp('vimeo', 'https://vimeo.com/a/b')).rejects.toThrow('Wrong video url');
  });

  it('goes without a picture when the provider is silent, slow, dead or talks nonsense', async () => {
    const nothing = { title: null, linkimg: null, items: [] };
    for (const [status, body] of [
      [500, {}],
      [200, 'nonsense'],
      [200, []],
    ] as const) {
      provider.says(status, body);
      expect(await lookUp('vimeo', video)).toEqual(nothing);
    }
    provider.says(200, { title: 5, thumbnail_url: 'javascript:alert(1)' });
    expect(await lookUp('vimeo', video)).toEqual(nothing);
    provider.answer(
      (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    expect(await lookUp('vimeo', video)).toEqual(nothing);
    provider.answer(() => undefined);
    expect(await lookUp('tiktok', short, { lookupTimeoutMs: 300 })).toEqual(nothing);
    const dead = { lookupProvider: 'http://127.0.0.1:1', lookupTrusted: ['127.0.0.1:1'] };
    expect(await lookUp('tiktok', short, dead)).toEqual(nothing);
    expect(await lookUp('youtube', 'https://youtu.be/dQw4w9WgXcQ', dead)).toEqual({
      ...nothing,
      linkimg: still,
    });
  });

  it('of no kind, or to a private address, leads to no question', async () => {
    const before = provider.asked.length;
    await expect(lookUp('folder', video)).rejects.toMatchObject({ code: 'kind.unsupported' });
    await expect(lookUp('website', 'http://127.0.0.1/')).rejects.toThrow('Invalid URL');
    expect(provider.asked).toHaveLength(before);
  });

  it('asks no provider at a private address that the operator does not trust', async () => {
    const before = provider.asked.length;
    const untrusted = { lookupTrusted: [] };
    expect(await lookUp('vimeo', video, untrusted)).toMatchObject({ title: null, linkimg: null });
    await expect(lookUp('playlist', list, untrusted)).rejects.toMatchObject({ code: 'service.unavailable' });
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

it('a playlist cannot be added without a key, and the operator learns how', async () => {
  const refusal = { code: 'playlist.not-set-up', status: 400, message: expect.stringMatching(/not set up/) };
  await expect(lookUp('playlist', list, withoutKey)).rejects.toMatchObject(refusal);
  await expect(lookUp('playlist', 'https://www.youtube.com/', withoutKey)).rejects.toThrow(
    'Wrong playlist url',
  );
  const off = { status: 'off', hint: expect.stringContaining('CATALOG_PLAYLIST_KEY') };
  expect(await playlistCheck(lookupDefaults).check()).toEqual(off);
  expect(await playlistCheck({ ...lookupDefaults, playlistKey: 'key' }).check()).toEqual({ status: 'ok' });
});
