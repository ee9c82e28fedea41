import { describe, expect, it } from 'vitest';
import {
  frameAddress,
  frameSources,
  hostsOf,
  isFramed,
  linkKindOf,
  linkKinds,
  matchLink,
} from './link-kinds.js';
import { ruleRefusals } from './refusals.js';

const hosts = { viewkeyvideo: ['viewkey.example'], embedframevideo: ['frames.example'] };
const idIn = (name: string, url: string) => {
  const kind = linkKindOf(name, hosts);
  return kind && matchLink(kind, new URL(url), hosts);
};

describe('the kinds of links', () => {
  it('have names of their own and a refusal that says what is wrong', () => {
    expect(new Set(linkKinds.map(({ name }) => name)).size).toBe(linkKinds.length);
    for (const { wrong } of linkKinds) expect(ruleRefusals[wrong]).toMatch(/^(Invalid|Wrong)/);
  });

  it.each([
    ['youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5', 'dQw4w9WgXcQ'],
    ['youtube', 'https://www.youtube.com/watch?feature=x&v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['youtube', 'https://youtu.be/dQw4w9WgXcQ?si=abc', 'dQw4w9WgXcQ'],
    ['youtube', 'https://m.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['youtube', 'http://youtube.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['youtube', 'https://www.youtube.com/live/dQw4w9WgXcQ?x', 'dQw4w9WgXcQ'],
    ['youtube', 'https://www.youtube.com/watch/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['youtube', 'https://www.youtube.com/watch/?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['youtube', 'https://www.youtube.com/e/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['youtube', 'https://www.youtube.com/e/dQw4w9WgXcQ/more', 'dQw4w9WgXcQ'],
    ['youtube', 'https://www.youtube.com/watch?v=short', null],
    ['youtube', 'https://www.youtube.com/watch/short', null],
    ['youtube', 'https://www.youtube.com/x/dQw4w9WgXcQ', null],
    ['youtube', 'https://www.youtube.com/', null],
    ['youtube', 'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ', null],
    ['youtube', 'https://notyoutube.com/watch?v=dQw4w9WgXcQ', null],
    ['playlist', 'https://www.youtube.com/playlist?list=PLabc_-1', 'PLabc_-1'],
    ['playlist', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLabc', 'PLabc'],
    ['playlist', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', null],
    ['playlist', 'https://example.com/playlist?list=PLabc', null],
    ['tiktok', 'https://www.tiktok.com/@user/video/7123456789?lang=en', '7123456789'],
    ['tiktok', 'https://www.tiktok.com/@user', null],
    ['tiktok', 'https://example.com/@user/video/7123456789', null],
    ['vimeo', 'https://vimeo.com/76979871', '76979871'],
    ['vimeo', 'https://player.vimeo.com/video/76979871', '76979871'],
    ['vimeo', 'https://vimeo.com/channels/76979871', null],
    ['vimeo', 'https://vimeo.com/76979871?x', null],
    ['vimeo', 'https://vimeo.com/id=5', null],
    ['vimeo', 'https://vimeo.com/', null],
    ['viewkeyvideo', 'https://www.viewkey.example/view_video.php?viewkey=ph5a', 'ph5a'],
    ['viewkeyvideo', 'https://www.viewkey.example/embed/ph5a', 'ph5a'],
    ['viewkeyvideo', 'https://www.viewkey.example/ph5a', null],
    ['viewkeyvideo', 'https://other.example/view_video.php?viewkey=ph5a', null],
    ['embedframevideo', 'https://frames.example/video123456/a_title', '123456'],
    ['embedframevideo', 'https://frames.example/video.abc12/1/a_title', 'abc12'],
    ['embedframevideo', 'https://frames.example/embedframe/123456', '123456'],
    ['embedframevideo', 'https://frames.example/profile/x', null],
    ['website', 'https://example.com/', ''],
  ])('%s finds in %s: %s [F5.3 F5.4 F5.5 F5.6]', (name, url, id) => expect(idIn(name, url)).toBe(id));

  it('that show adult videos are off until an operator names their hosts', () => {
    const configured = linkKinds.filter((kind) => kind.hosts === 'configured');
    expect(configured).toHaveLength(2);
    for (const kind of configured) {
      expect(hostsOf(kind, {})).toEqual([]);
      expect(linkKindOf(kind.name)).toBeNull();
      expect(linkKindOf(kind.name, hosts)).toBe(kind);
    }
  });

  it.each([
    ['youtube', true],
    ['tiktok', true],
    ['vimeo', true],
    ['viewkeyvideo', true],
    ['embedframevideo', true],
    ['playlist', false],
    ['website', false],
    ['webgame', false],
    ['image/png', false],
  ])('%s is shown in a frame: %s', (name, framed) => expect(isFramed(name)).toBe(framed));

  it.each([
    ['youtube', 'https://youtu.be/dQw4w9WgXcQ?t=4', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['youtube', 'https://elsewhere.example/embed/dQw4w9WgXcQ', null],
    ['youtube', 'no address', null],
    ['viewkeyvideo', 'http://viewkey.example/embed/ph5a', 'https://viewkey.example/embed/ph5a'],
    ['website', 'https://example.com/', null],
    ['unheard-of', 'https://example.com/', null],
  ])('%s shows of %s: %s', (name, address, shown) => {
    expect(frameAddress(name, address, hosts)).toBe(shown);
  });

  it('show nothing of a host that the operator names no more', () => {
    expect(frameAddress('viewkeyvideo', 'https://viewkey.example/embed/ph5a')).toBeNull();
  });

  it('are shown in frames of their providers, and of hosts that an operator names', () => {
    const always = ['https://www.youtube-nocookie.com', 'https://www.tiktok.com', 'https://player.vimeo.com'];
    expect(frameSources()).toEqual(always);
    expect(frameSources({ viewkeyvideo: ['viewkey.example'] })).toEqual([
      ...always,
      'https://viewkey.example',
      'https://*.viewkey.example',
    ]);
  });

  it.each([
    [
      'tiktok',
      'https://www.tiktok.com/@u/video/71?x=1',
      'https://www.tiktok.com/@u/video/71',
      'https://www.tiktok.com/embed/v2/71',
    ],
    ['vimeo', 'https://vimeo.com/76', 'https://vimeo.com/76', 'https://player.vimeo.com/video/76'],
    [
      'youtube',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    [
      'viewkeyvideo',
      'https://viewkey.example/view_video.php?viewkey=ph5a',
      'https://viewkey.example/embed/ph5a',
      'https://viewkey.example/embed/ph5a',
    ],
    [
      'embedframevideo',
      'https://frames.example/video12/title',
      'https://frames.example/embedframe/12',
      'https://frames.example/embedframe/12',
    ],
  ])('%s keeps %s as %s and shows %s', (name, typed, stored, embedded) => {
    const kind = linkKindOf(name, hosts);
    const url = new URL(typed);
    const id = kind && matchLink(kind, url, hosts);
    expect(kind && id && [kind.stored(typed, id, url), kind.embed(id, url)]).toEqual([stored, embedded]);
    // What is kept is of its kind again.
    expect(kind && matchLink(kind, new URL(stored), hosts)).toBe(id);
  });
});
