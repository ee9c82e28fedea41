import { expect, it } from 'vitest';
import { startsSoon, liveFileOf, playlistOf, runsToClose, segmentCount } from './live-segments.js';

it('lists all segments beforehand, as long as the film is', () => {
  const list = playlistOf(3.4);
  const lengths = [...list.matchAll(/#EXTINF:([\d.]+),\n(\d)\.m4s/g)].map(([, length]) => Number(length));
  expect(lengths).toEqual([1, 1, 1, 0.4]);
  expect(list).toMatch(/#EXT-X-PLAYLIST-TYPE:VOD[^]*URI="init\.mp4"[^]*#EXT-X-ENDLIST\n$/);
});

it('makes no segment of a rest that is hardly there', () => {
  expect([0.02, 1, 2.05, 2.2].map(segmentCount)).toEqual([1, 1, 2, 3]);
  expect(playlistOf(2.05)).toContain('#EXTINF:1.050,\n1.m4s');
});

it('knows the files of a film by their names, and no others', () => {
  expect(['index.m3u8', 'init.mp4', '12.m4s'].map(liveFileOf)).toEqual(['list', 'head', 12]);
  expect(['../12.m4s', '12.m4s.tmp', 'source', '123456.m4s'].map(liveFileOf)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('waits for what is soon written, as fast as that goes', () => {
  const writing = { from: 10, next: 20 };
  expect(startsSoon(writing, 15, 1)).toBe(true);
  expect(startsSoon(writing, 22, 1)).toBe(true);
  expect(startsSoon(writing, 24, 1)).toBe(false);
  expect(startsSoon(writing, 24, 4)).toBe(true);
  expect(startsSoon(writing, 9, 4)).toBe(false);
});

it('keeps the files of ended films that are watched, and of too many the latest', () => {
  const run = (asked: number, bytes = 1) => ({ asked, bytes });
  const old = run(0);
  const recent = run(50_000);
  const large = run(60_001, 1024 ** 3);
  expect(runsToClose([old, recent], 60_000)).toEqual([]);
  expect(runsToClose([old, recent], 60_001)).toEqual([old]);
  expect(runsToClose([recent, large], 60_001)).toEqual([recent]);
});
