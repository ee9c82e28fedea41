import { useEffect, useMemo, useRef } from 'react';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import {
  packRows,
  plainTileWidth,
  tileGap,
  TILE_WIDTH,
  WIDE_TILE_WIDTH,
  type TileRow,
} from '../layout/pack-rows.js';
import { rowIndexOf, tileAcross } from '../layout/tile-across.js';
import type { ListingViewProps } from './listing-view.js';
import css from './listing-view.module.css';
import { optionId, Tile } from './tile.js';
import { useElementWidth } from './use-element-width.js';
import { useWindowRows } from './use-window-rows.js';

const NAME_HEIGHT_PX = 50;
/** Height of the picture for a width of 1. */
const THUMB_RATIO = 0.76;

interface Spot {
  index: number;
  left: number;
  top: number;
  width: number;
}

/** Where each tile of a row stands, in pixels from the corner of the list. */
const spotsOf = ({ start, widths }: TileRow, top: number, gap: number): Spot[] => {
  let left = 0;
  return widths.map((width, offset) => {
    const spot = { index: start + offset, left, top, width };
    left += width + gap;
    return spot;
  });
};

/** Elements as tiles, in rows that fill the width. */
export const TileGrid = ({ elements, selection, geometry, listProps }: ListingViewProps) => {
  const containerRef = useRef<HTMLDivElement>(null);
  const available = useElementWidth(containerRef);
  const leastWidths = useMemo(
    () => elements.map((element) => (kindOf(element) === 'video' ? WIDE_TILE_WIDTH : TILE_WIDTH)),
    [elements],
  );
  const rows = useMemo(
    () => (available > 0 ? packRows(leastWidths, available) : []),
    [leastWidths, available],
  );
  const thumbHeight = Math.round(plainTileWidth(available) * THUMB_RATIO);
  const gap = tileGap(available);
  const rowHeight = thumbHeight + NAME_HEIGHT_PX + gap;
  const virtual = useWindowRows({ containerRef, count: rows.length, rowHeight });
  const selected = useMemo(() => new Set(selection.ids), [selection.ids]);

  useEffect(() => {
    geometry.current = {
      across: (index, step) => tileAcross(rows, index, step),
      reveal: (index) => virtual.scrollToIndex(rowIndexOf(rows, index), { align: 'auto' }),
    };
  }, [geometry, rows, virtual]);

  const { active } = selection;
  // All tiles share one parent, so that one that moves to another row stays the same tile.
  const spots = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row ? spotsOf(row, start - virtual.options.scrollMargin, gap) : [];
  });
  return (
    <div
      ref={containerRef}
      className={css.list}
      style={{ height: Math.max(0, virtual.getTotalSize() - gap) }}
      {...listProps}
      aria-activedescendant={active ? optionId(active) : undefined}
    >
      {spots.map((spot) => {
        const element = elements[spot.index];
        if (!element) return null;
        const { _id: id } = element;
        return (
          <Tile
            key={id}
            {...spot}
            element={element}
            total={elements.length}
            thumbHeight={thumbHeight}
            selected={selected.has(id)}
            active={active === id}
          />
        );
      })}
    </div>
  );
};
