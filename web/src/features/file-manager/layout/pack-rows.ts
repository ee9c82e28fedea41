import type { ElementView } from '@skyshelf/contracts/browser';
import { isFramed, isPicturedPage } from '@skyshelf/contracts/rules';
import { kindOf } from '../../../shared/kinds/kind-of.js';

/** Pixels: video-like items are wider. */
export const TILE_WIDTH = 115;
export const WIDE_TILE_WIDTH = 140;
/** So that three tiles stand side by side on most phones. */
export const tileGap = (available: number): number => (available < 700 ? 8 : 12);

export interface TileRow {
  start: number;
  /** Pixels without gaps; none in an ad's row. */
  widths: number[];
  ad?: true;
}

/** Greedy. Rows that are not full stretch like a full row of plain tiles: columns stay in line. */
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
