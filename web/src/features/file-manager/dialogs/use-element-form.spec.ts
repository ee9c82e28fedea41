import { linkKinds } from '@skyshelf/contracts/rules';
import { expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { guessKind, kindLabel, offeredKinds } from './use-element-form.js';

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube'],
  ['youtu.be/dQw4w9WgXcQ', 'youtube'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL123', 'youtube'],
  ['https://www.youtube.com/playlist?list=PL123', 'playlist'],
  ['https://www.tiktok.com/@cook/video/7301', 'tiktok'],
  ['vimeo.com/76979871', 'vimeo'],
  ['example.org', 'website'],
  ['', 'website'],
  ['not an address', 'website'],
])('%j is a %s', (typed, kind) => expect(guessKind(typed)).toBe(kind));

it('offers the kinds that everyone has', () =>
  expect(offeredKinds()).toEqual(linkKinds.filter(({ hosts }) => hosts !== 'configured')));

it('knows the sites that the operator names, by their hosts', () => {
  const hosts = { viewkeyvideo: ['videos.example'] };
  const address = 'https://www.videos.example/view?viewkey=ph5';
  expect(guessKind(address)).toBe('website');
  expect(guessKind(address, hosts)).toBe('viewkeyvideo');
  expect(offeredKinds(hosts).map((kind) => kindLabel(kind, hosts))).toContain('Video (videos.example)');
});
