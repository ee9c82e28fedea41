import { describe, expect, it } from 'vitest';
import { tilePageAcross } from './tile-across.js';
import { rowsWithin, tilesWithin } from './within-area.js';

/** Three rows of three, each tile 100 wide, 90 high, 10 between them. */
const rows = [0, 3, 6].map((start) => ({ start, widths: [100, 100, 100] }));
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
  ])('of tiles: %s', (_, area, indices) => expect(tilesWithin(rows, area, sizes)).toEqual(indices));
  it('of lines', () => {
    expect(rowsWithin({ left: 0, top: 50, right: 1, bottom: 130 }, 44, 10)).toEqual([1, 3]);
    expect(rowsWithin({ left: 0, top: -5, right: 1, bottom: 9999 }, 44, 10)).toEqual([0, 10]);
  });
});

it('goes a page up or down in its column, to the outermost row when there are fewer', () => {
  expect(tilePageAcross(rows, 1, 1, 2)).toBe(7);
  expect(tilePageAcross(rows, 1, 1, 9)).toBe(7);
  expect(tilePageAcross(rows, 5, -1, 9)).toBe(2);
});
