import type { ElementView } from '@skyshelf/contracts/browser';
import { useMemo } from 'react';
import { useCompact } from '../../../shared/dom/use-compact.js';
import { useInstallation } from '../../../shared/installation/installation-api.js';
import { slotsOf } from '../../../shared/ads/ad-frame.js';
import { useAd, type Ad } from '../../../shared/ads/use-ad.js';
import { tilesPerAd, withAds } from '../layout/ad-rows.js';
import { packRows, plainTileWidth, tileGap, type TileRow, tileWidth } from '../layout/pack-rows.js';

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

/** The rows in which tiles fill a width, with room for ads between them. */
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
