import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRows, plainTileWidth, TILE_WIDTH, tileGap, WIDE_TILE_WIDTH } from './pack-rows.js';
import { rowIndexOf, tileAcross } from './tile-across.js';

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
