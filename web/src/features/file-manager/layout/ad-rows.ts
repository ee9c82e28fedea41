import type { Range } from '../selection/selected-ids.js';
import type { TileRow } from './pack-rows.js';

/** On touch screens, and on others. */
const TILES_ON_TOUCH = 10;
const TILES = 20;
export const tilesPerAd = (touch: boolean): number => (touch ? TILES_ON_TOUCH : TILES);
/** Lines of a list after which an ad follows. */
const LINES_PER_AD = 10;

/** After so many tiles, at a row's end; else one at the end. An ad's row has no tiles. */
export function withAds(rows: readonly TileRow[], tiles: number, slots: number): TileRow[] {
  const ad = (start: number): TileRow[] =>
    Array.from({ length: slots }, (_, part) => ({ start, widths: [], ...(part === 0 && { ad: true }) }));
  let since = 0;
  let hasAd = false;
  const placed = rows.flatMap((row): TileRow[] => {
    since += row.widths.length;
    if (since < tiles) return [row];
    [since, hasAd] = [0, true];
    return [row, ...ad(row.start + row.widths.length)];
  });
  const last = rows.at(-1);
  return last && !hasAd ? [...placed, ...ad(last.start + last.widths.length)] : placed;
}

export interface LinesWithAds {
  count: number;
  /** Null: a slot of an ad. */
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
