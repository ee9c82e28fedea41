import type { Area } from '../grid/listing-view.js';
import type { Range } from '../selection/selected-ids.js';
import type { TileRow } from './pack-rows.js';

export const rowsWithin = ({ top, bottom }: Area, rowHeight: number, count: number): [number, number] => [
  Math.max(0, Math.floor(top / rowHeight)),
  Math.min(count, Math.floor(bottom / rowHeight) + 1),
];

interface TileSizes {
  /** Pixels, with the gap. */
  rowHeight: number;
  gap: number;
}

/** A range for each row; gaps count for nothing. */
export const tilesWithin = (rows: readonly TileRow[], area: Area, { rowHeight, gap }: TileSizes): Range[] => {
  const [from, to] = rowsWithin(area, rowHeight, rows.length);
  return rows.slice(from, to).flatMap(({ start, widths }, offset) => {
    if (area.top > (from + offset + 1) * rowHeight - gap) return [];
    let left = 0;
    let first = -1;
    let behind = -1;
    for (const [at, width] of widths.entries()) {
      const begin = left;
      const end = left + width;
      left = end + gap;
      if (begin > area.right || end < area.left) continue;
      if (first < 0) first = at;
      behind = at + 1;
    }
    return first < 0 ? [] : [[start + first, start + behind]];
  });
};
