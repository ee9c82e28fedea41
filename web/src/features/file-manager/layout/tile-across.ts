import type { TileRow } from './pack-rows.js';

/** By halving. */
export const rowIndexOf = (rows: readonly TileRow[], index: number): number => {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
};

const centres = ({ widths }: TileRow): number[] => {
  let left = 0;
  return widths.map((width) => {
    const centre = left + width / 2;
    left += width;
    return centre;
  });
};

export const tileAcross = (rows: readonly TileRow[], index: number, step: -1 | 1): number | null => {
  const at = rowIndexOf(rows, index);
  const row = rows[at];
  let next = at + step;
  while (rows[next]?.widths.length === 0) next += step;
  const target = rows[next];
  if (!row || !target) return null;
  const own = centres(row)[index - row.start] ?? 0;
  let best = 0;
  let distance = Number.POSITIVE_INFINITY;
  centres(target).forEach((centre, offset) => {
    if (Math.abs(centre - own) >= distance) return;
    [best, distance] = [offset, Math.abs(centre - own)];
  });
  return target.start + best;
};

/** The outermost row when there are fewer. */
export const tilePageAcross = (
  rows: readonly TileRow[],
  index: number,
  step: -1 | 1,
  count: number,
): number => {
  let at = index;
  for (let row = 0; row < count; row += 1) {
    const next = tileAcross(rows, at, step);
    if (next === null) break;
    at = next;
  }
  return at;
};
