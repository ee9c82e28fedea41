import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesIn, linesWithAds, tilesPerAd, withAds } from './ad-rows.js';
import { packRows, TILE_WIDTH, WIDE_TILE_WIDTH } from './pack-rows.js';

/** The tiles of each row; `ad` for an ad. */
const drawn = (widths: number[], available: number, touch = false) =>
  withAds(packRows(widths, available), tilesPerAd(touch), 1).map((row) =>
    row.ad ? 'ad' : row.widths.length,
  );
const plain = (count: number): number[] => Array.from({ length: count }, () => TILE_WIDTH);

describe('ads between rows of tiles', () => {
  it('follow the row with which twenty tiles have come, ten on touch screens [F4.21]', () => {
    expect(drawn(plain(50), 1400)).toEqual([11, 11, 'ad', 11, 11, 'ad', 6]);
    expect(drawn(plain(12), 366, true)).toEqual([3, 3, 3, 3, 'ad']);
    expect(drawn(plain(25), 366, true)).toEqual([3, 3, 3, 3, 'ad', 3, 3, 3, 3, 'ad', 1]);
  });
  it('count the real widths of tiles', () => {
    const wide = Array.from({ length: 20 }, () => WIDE_TILE_WIDTH);
    expect(drawn([...wide, ...plain(5)], 1400)).toEqual([9, 9, 7, 'ad']);
  });
  it('stand at the end of a folder with fewer, and never in an empty one', () => {
    expect(drawn(plain(12), 1400)).toEqual([11, 1, 'ad']);
    expect(drawn([], 1400)).toEqual([]);
  });
});

describe('ads between lines', () => {
  const places = (lines: number, slots: number) => {
    const list = linesWithAds(lines, slots);
    return Array.from({ length: list.count }, (_, place) =>
      list.beginsAd(place) ? 'ad' : list.lineAt(place),
    );
  };
  it('follow every ten, or the last where there are fewer [F4.22]', () => {
    expect(places(12, 2)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 'ad', null, 10, 11]);
    expect(places(2, 1)).toEqual([0, 1, 'ad']);
    expect(places(10, 1).at(-1)).toBe('ad');
    expect(places(0, 2)).toEqual([]);
    expect(places(3, 0)).toEqual([0, 1, 2]);
  });
  it('leave every line in its order', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(4), (lines, slots) => {
        const list = linesWithAds(lines, slots);
        const shown = Array.from({ length: list.count }, (_, place) => list.lineAt(place));
        expect(shown.filter((line) => line !== null)).toEqual(
          Array.from({ length: lines }, (_, line) => line),
        );
        for (let line = 0; line < lines; line += 1) expect(shown[list.slotOf(line)]).toBe(line);
      }),
    );
  });
});

it('knows the lines between ads', () => {
  const places = linesWithAds(30, 3);
  expect(linesIn([8, 15], places)).toEqual([8, 12]);
  expect(linesIn([11, 13], places)).toEqual([0, 0]);
  expect(linesIn([0, places.count], places)).toEqual([0, 30]);
});
