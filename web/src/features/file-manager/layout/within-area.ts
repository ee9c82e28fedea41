import type { Area } from '../grid/listing-view.js';
import type { Range } from '../selection/selected-ids.js';
import type { TileRow } from './pack-rows.js';

/** Which of `count` rows of one height an area touches: from, to (not included). */
export const rowsWithin = ({ top, bottom }: Area, rowHeight: number, count: number): [number, number] => [
  Math.max(0, Math.floor(top / rowHeight)),
  Math.min(count, Math.floor(bottom / rowHeight) + 1),
];

interface TileSizes {
  /** Height of a row, its gap included. */
  rowHeight: number;
  gap: number;
}

/** Places of the tiles that an area touches, a range for each row; the gaps between them count for nothing. */
export const tilesWithin = (rows: readonly TileRow[], area: Area, { rowHeight, gap }: TileSizes): Range[] => {
  const [from, to] = rowsWithin(area, rowHeight, rows.length);
  return rows.slice(from, to).flatMap(({ start, widths }, offset) => {
    if (area.top > (from + offset + 1) * rowHeight - gap) return [];
    let [left, first, behind] = [0, -1, -1];
    for (const [at, width] of widths.entries()) {
      const [begin, end] = [left, left + width];
      left = end + gap;
      if (begin > area.right || end < area.left) continue;
      if (first < 0) first = at;
      behind = at + 1;
    }
    return first < 0 ? [] : [[start + first, start + behind]];
  });
};
