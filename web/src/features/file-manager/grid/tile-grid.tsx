import { useEffect, useMemo, useRef } from 'react';
import { kindOf } from '../kinds/kind-of.js';
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

interface RowProps extends Pick<ListingViewProps, 'elements'> {
  row: TileRow;
  top: number;
  gap: number;
  thumbHeight: number;
  selected: ReadonlySet<string>;
  active: string | null;
}

const Row = ({ row, top, gap, elements, thumbHeight, selected, active }: RowProps) => (
  <div className={css.row} role="presentation" style={{ transform: `translateY(${top}px)`, gap }}>
    {row.widths.map((width, offset) => {
      const index = row.start + offset;
      const element = elements[index];
      if (!element) return null;
      const state = { selected: selected.has(element._id), active: active === element._id };
      const size = { width, thumbHeight };
      return (
        <Tile
          key={element._id}
          element={element}
          index={index}
          total={elements.length}
          {...size}
          {...state}
        />
      );
    })}
  </div>
);

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
  return (
    <div
      ref={containerRef}
      className={css.list}
      style={{ height: Math.max(0, virtual.getTotalSize() - gap) }}
      {...listProps}
      aria-activedescendant={active ? optionId(active) : undefined}
    >
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index];
        if (!row) return null;
        const top = start - virtual.options.scrollMargin;
        return <Row key={index} {...{ row, top, gap, elements, thumbHeight, selected, active }} />;
      })}
    </div>
  );
};
