import type { ElementView } from '@skyshelf/contracts/browser';
import { type RefObject, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useCompact } from '../../../shared/dom/media-queries.js';
import { useInstallation } from '../../../shared/installation/installation-api.js';
import { type Ad, slotsOf, useAd } from '../../../shared/ads/ad-frame.js';
import {
  packRows,
  plainTileWidth,
  tileGap,
  type TileRow,
  tilesPerAd,
  tileWidth,
  withAds,
} from '../layout/rows.js';
import type { Measure } from '../names/name-lines.js';

const NAME_HEIGHT_PX = 50;
const THUMB_RATIO = 0.76;

export interface TileRows {
  rows: readonly TileRow[];
  /** Pixels, with the gap. */
  rowHeight: number;
  thumbHeight: number;
  gap: number;
  ad: Ad | null;
}

export const useTileRows = (elements: readonly ElementView[], available: number): TileRows => {
  const websitePictures = useInstallation()?.websitePictures ?? false;
  const leastWidths = useMemo(
    () => elements.map((element) => tileWidth(element, websitePictures)),
    [elements, websitePictures],
  );
  const thumbHeight = Math.round(plainTileWidth(available) * THUMB_RATIO);
  const gap = tileGap(available);
  const rowHeight = thumbHeight + NAME_HEIGHT_PX + gap;
  const ad = useAd('listing');
  const compact = useCompact();
  const slots = slotsOf(ad, rowHeight);
  const rows = useMemo(() => {
    const packed = available > 0 ? packRows(leastWidths, available) : [];
    return slots > 0 ? withAds(packed, tilesPerAd(compact), slots) : packed;
  }, [leastWidths, available, slots, compact]);
  return { rows, rowHeight, thumbHeight, gap, ad };
};

const FONT = "500 13px 'Inter Variable', system-ui, sans-serif";

const createMeasure = (font: string): Measure => {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const widths = new Map<string, number>();
  const widthOf = (character: string): number => {
    let width = widths.get(character);
    if (width === undefined) {
      width = context?.measureText(character).width ?? 8;
      widths.set(character, width);
    }
    return width;
  };
  return (text) => {
    let sum = 0;
    for (const character of text) sum += widthOf(character);
    return sum;
  };
};

let measure = createMeasure(FONT);

const subscribe = (listener: () => void): (() => void) => {
  // The font has loaded: measure again.
  const renew = (): void => {
    measure = createMeasure(FONT);
    listener();
  };
  document.fonts.addEventListener('loadingdone', renew);
  return () => document.fonts.removeEventListener('loadingdone', renew);
};

export const useMeasure = (): Measure => useSyncExternalStore(subscribe, () => measure);

/** The last width of what fills the page, and that of the window at that time. */
let known = { window: 0, width: 0 };

/**
 * Content width in pixels; 0 before it is known. Kept for a window of the same width: the next folder is drawn
 * before layout.
 */
export const useElementWidth = (ref: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(() => (known.window === innerWidth ? known.width : 0));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      known = { window: innerWidth, width: element.clientWidth };
      setWidth(known.width);
    };
    if (known.window !== innerWidth) measure();
    // Called at first too, after layout, before paint.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
};
