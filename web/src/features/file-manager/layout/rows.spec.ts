import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { element, file, link } from '../../../../testing/element.js';
import {
  linesIn,
  linesWithAds,
  packRows,
  plainTileWidth,
  rowIndexOf,
  rowsWithin,
  TILE_WIDTH,
  tileAcross,
  tileGap,
  tilePageAcross,
  tilesPerAd,
  tilesWithin,
  tileWidth,
  WIDE_TILE_WIDTH,
  withAds,
} from './rows.js';

const plain = (count: number): number[] => Array.from({ length: count }, () => TILE_WIDTH);

describe('rows of tiles', () => {
  it('fit eleven to a desktop of 1440 and three to a phone of 390 [F9.1]', () => {
    expect(packRows(plain(30), 1400)[0]!.widths).toHaveLength(11);
    expect(packRows(plain(30), 366)[0]!.widths).toHaveLength(3);
  });
  it('keep the width of a full row when the last one is not full', () => {
    const rows = packRows(plain(12), 1400);
    expect(rows[1]!.widths[0]).toBeCloseTo(rows[0]!.widths[0]!, 1);
    expect(rows[1]!.widths[0]).toBeCloseTo(plainTileWidth(1400), 1);
  });
  it('hold every element once, in order, and never more than the width', () => {
    const widths = fc.array(fc.constantFrom(TILE_WIDTH, WIDE_TILE_WIDTH), { maxLength: 120 });
    fc.assert(
      fc.property(widths, fc.integer({ min: 300, max: 2500 }), (leastWidths, available) => {
        const rows = packRows(leastWidths, available);
        expect(rows.flatMap((row) => row.widths)).toHaveLength(leastWidths.length);
        let next = 0;
        for (const row of rows) {
          expect(row.start).toBe(next);
          next += row.widths.length;
          const used =
            row.widths.reduce((sum, width) => sum + width, 0) + tileGap(available) * (row.widths.length - 1);
          expect(used).toBeLessThanOrEqual(available + 0.001);
        }
      }),
    );
  });
  it('hold a tile even where it does not fit', () => expect(packRows(plain(2), 60)).toHaveLength(2));
});

describe('up and down between rows', () => {
  const rows = packRows([...plain(11), WIDE_TILE_WIDTH, ...plain(4)], 1400);
  it('finds the row of an element', () =>
    expect([0, 10, 11, 15].map((index) => rowIndexOf(rows, index))).toEqual([0, 0, 1, 1]));
  it('goes to the nearest tile', () => {
    expect(tileAcross(rows, 0, 1)).toBe(11);
    expect(tileAcross(rows, 10, 1)).toBe(15);
    expect(tileAcross(rows, 12, -1)).toBe(1);
  });
  it('stops at the edges', () => {
    expect(tileAcross(rows, 3, -1)).toBeNull();
    expect(tileAcross(rows, 12, 1)).toBeNull();
  });
});

/** The tiles of each row; `ad` for an ad. */
const drawn = (widths: number[], available: number, touch = false) =>
  withAds(packRows(widths, available), tilesPerAd(touch), 1).map((row) =>
    row.ad ? 'ad' : row.widths.length,
  );

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

/** There are three rows of three tiles, each 100 wide and 90 high, with gaps of 10. */
const nine = [0, 3, 6].map((start) => ({ start, widths: [100, 100, 100] }));
const sizes = { rowHeight: 100, gap: 10 };

describe('what a marquee covers', () => {
  it.each([
    ['one tile', { left: 20, top: 20, right: 60, bottom: 60 }, [[0, 1]]],
    [
      'a block of four',
      { left: 150, top: 50, right: 260, bottom: 150 },
      [
        [1, 3],
        [4, 6],
      ],
    ],
    ['a gap between columns', { left: 101, top: 0, right: 109, bottom: 300 }, []],
    ['a gap between rows', { left: 0, top: 92, right: 320, bottom: 98 }, []],
    [
      'all',
      { left: -50, top: -50, right: 900, bottom: 900 },
      [
        [0, 3],
        [3, 6],
        [6, 9],
      ],
    ],
    ['nothing above', { left: 0, top: -50, right: 900, bottom: -10 }, []],
    ['nothing below', { left: 0, top: 400, right: 900, bottom: 500 }, []],
  ])('of tiles: %s', (_, area, indices) => expect(tilesWithin(nine, area, sizes)).toEqual(indices));
  it('of lines', () => {
    expect(rowsWithin({ left: 0, top: 50, right: 1, bottom: 130 }, 44, 10)).toEqual([1, 3]);
    expect(rowsWithin({ left: 0, top: -5, right: 1, bottom: 9999 }, 44, 10)).toEqual([0, 10]);
  });
});

it('goes a page up or down in its column, to the outermost row when there are fewer', () => {
  expect(tilePageAcross(nine, 1, 1, 2)).toBe(7);
  expect(tilePageAcross(nine, 1, 1, 9)).toBe(7);
  expect(tilePageAcross(nine, 5, -1, 9)).toBe(2);
});

it.each([
  [file('a.mp4', { linktype: 'video/mp4' }), 140, 140],
  [link('a', 'https://youtu.be/dQw4w9WgXcQ', { linktype: 'youtube' }), 140, 140],
  [link('a', 'https://vimeo.com/76', { linktype: 'vimeo' }), 140, 140],
  [link('a', 'https://example.org'), 115, 140],
  [link('a', 'https://example.org', { linktype: 'webgame' }), 115, 140],
  [element(), 115, 115],
  [file('a.jpg', { linktype: 'image/jpeg' }), 115, 115],
])('a tile of $linktype is %d wide, with pictures of websites %d [F9.1]', (one, without, withPictures) => {
  expect([tileWidth(one, false), tileWidth(one, true)]).toEqual([without, withPictures]);
});
