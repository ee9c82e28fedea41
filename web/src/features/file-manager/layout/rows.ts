import type { ElementView } from '@skyshelf/contracts/browser';
import { isFramed, isPicturedPage } from '@skyshelf/contracts/rules';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import type { Range } from '../selection/selected-ids.js';
import type { Area } from '../grid/listing-view.js';

/** Pixels: video-like items are wider. */
export const TILE_WIDTH = 115;
export const WIDE_TILE_WIDTH = 140;
/** Lets three tiles fit side by side on most phones. */
export const tileGap = (available: number): number => (available < 700 ? 8 : 12);

export interface TileRow {
  start: number;
  /** Widths are without gaps; an ad's row has none. */
  widths: number[];
  ad?: true;
}

/** Packs greedily. Rows that are not full stretch like a full row of plain tiles: columns stay in line. */
export const packRows = (leastWidths: readonly number[], available: number): TileRow[] => {
  const gap = tileGap(available);
  const columns = Math.max(1, Math.floor((available + gap) / (TILE_WIDTH + gap)));
  const plainStretch = Math.max(1, (available - gap * (columns - 1)) / (columns * TILE_WIDTH));
  const rows: TileRow[] = [];
  let start = 0;
  while (start < leastWidths.length) {
    let end = start;
    let used = 0;
    while (end < leastWidths.length) {
      const more = (leastWidths[end] ?? TILE_WIDTH) + (end > start ? gap : 0);
      if (end > start && used + more > available) break;
      used += more;
      end += 1;
    }
    const row = leastWidths.slice(start, end);
    const room = available - gap * (row.length - 1);
    const full = end < leastWidths.length;
    const sum = row.reduce((total, width) => total + width, 0);
    const stretch = full ? room / sum : Math.min(plainStretch, room / sum);
    rows.push({ start, widths: row.map((width) => Math.floor(width * stretch * 100) / 100) });
    start = end;
  }
  return rows;
};

/** Heights and skeletons go by it. */
export const plainTileWidth = (available: number): number => {
  const gap = tileGap(available);
  const columns = Math.max(1, Math.floor((available + gap) / (TILE_WIDTH + gap)));
  return (available - gap * (columns - 1)) / columns;
};

export const tileWidth = (element: ElementView, websitePictures: boolean): number => {
  const { linktype } = element;
  const isWide =
    kindOf(element) === 'video' || isFramed(linktype) || (websitePictures && isPicturedPage(linktype));
  return isWide ? WIDE_TILE_WIDTH : TILE_WIDTH;
};

const TILES_ON_TOUCH = 10;
const TILES = 20;
export const tilesPerAd = (touch: boolean): number => (touch ? TILES_ON_TOUCH : TILES);
/** Lines of a list after which an ad follows. */
const LINES_PER_AD = 10;

/** Inserts an ad at a row's end after so many tiles; a shorter list gets one at its end. An ad's row has no tiles. */
export function withAds(rows: readonly TileRow[], tiles: number, slots: number): TileRow[] {
  const ad = (start: number): TileRow[] =>
    Array.from({ length: slots }, (_, part) => ({ start, widths: [], ...(part === 0 && { ad: true }) }));
  let since = 0;
  let hasAd = false;
  const placed = rows.flatMap((row): TileRow[] => {
    since += row.widths.length;
    if (since < tiles) return [row];
    since = 0;
    hasAd = true;
    return [row, ...ad(row.start + row.widths.length)];
  });
  const last = rows.at(-1);
  return last && !hasAd ? [...placed, ...ad(last.start + last.widths.length)] : placed;
}

interface LinesWithAds {
  count: number;
  /** Is null for an ad slot. */
  lineAt(place: number): number | null;
  beginsAd(place: number): boolean;
  slotOf(line: number): number;
}

export function linesWithAds(lines: number, slots: number): LinesWithAds {
  const period = LINES_PER_AD + slots;
  const ads = slots === 0 || lines === 0 ? 0 : Math.max(1, Math.floor(lines / LINES_PER_AD));
  // The only ad of a short list follows its last line.
  const before = Math.min(lines, LINES_PER_AD);
  const within = (place: number): number => (ads === 0 ? -1 : (place % period) - before);
  const lineAt = (place: number): number | null => {
    if (ads === 0) return place;
    const offset = place % period;
    return offset < before ? Math.floor(place / period) * LINES_PER_AD + offset : null;
  };
  return {
    count: lines + ads * slots,
    lineAt,
    beginsAd: (place) => within(place) === 0,
    slotOf: (line) => line + (ads === 0 ? 0 : Math.floor(line / LINES_PER_AD) * slots),
  };
}

/** Empty where there are only ads. */
export const linesIn = ([from, to]: Range, { lineAt }: LinesWithAds): Range => {
  let first = from;
  let last = to - 1;
  while (first <= last && lineAt(first) === null) first += 1;
  while (last >= first && lineAt(last) === null) last -= 1;
  return last < first ? [0, 0] : [lineAt(first) ?? 0, (lineAt(last) ?? 0) + 1];
};

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
    best = offset;
    distance = Math.abs(centre - own);
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

export const rowsWithin = ({ top, bottom }: Area, rowHeight: number, count: number): [number, number] => [
  Math.max(0, Math.floor(top / rowHeight)),
  Math.min(count, Math.floor(bottom / rowHeight) + 1),
];

interface TileSizes {
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
