import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo } from 'react';
import { cellAt } from '@skyshelf/contracts/rules';
import { windowsTexts } from '../../../../shared/messages/windows-texts.js';
import { indexAbove } from '../text/use-find.js';
import { useScrollArea, visibleRows } from '../text/use-scroll-area.js';
import { showControlCharacters } from '../text/visible-characters.js';
import { type CellPosition, columnLetters, copyCell, movedTo } from './cell-position.js';
import type { Table } from './open-table.js';
import type { Sorting } from './sort-rows.js';
import css from './grid.module.css';

const ROW_PX = 30;
const HEAD_PX = 36;
const MOST_CHARACTERS = 200;
/** A column is as wide as its content, within bounds. */
const widthOf = (characters: number): number => Math.max(72, Math.min(340, characters * 7.5 + 28));

interface GridProps {
  label: string;
  table: Table;
  order: Uint32Array | null;
  /** 1 when the first one names the columns. */
  firstRow: number;
  sorting: Sorting | null;
  onSort: (column: number) => void;
  active: CellPosition | null;
  onActive: (cell: CellPosition) => void;
}

/** The last entry is the right edge of the last column. */
const useEdges = ({ widths }: Table, gutter: number): Float64Array =>
  useMemo(() => {
    const edges = new Float64Array(widths.length + 1);
    edges[0] = gutter;
    for (const [column, width] of widths.entries()) edges[column + 1] = (edges[column] ?? 0) + widthOf(width);
    return edges;
  }, [widths, gutter]);

const useActiveInSight = (
  boxRef: { readonly current: HTMLElement | null },
  edges: Float64Array,
  index: number,
  column: number | undefined,
): void =>
  useEffect(() => {
    const box = boxRef.current;
    if (!box || column === undefined || index < 0) return;
    const top = index * ROW_PX;
    const gutter = edges[0] ?? 0;
    const left = edges[column] ?? 0;
    const right = edges[column + 1] ?? 0;
    const height = box.clientHeight - HEAD_PX;
    const width = box.clientWidth;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW_PX > box.scrollTop + height) box.scrollTop = top + ROW_PX - height;
    if (left - gutter < box.scrollLeft) box.scrollLeft = left - gutter;
    else if (right > box.scrollLeft + width) box.scrollLeft = Math.min(left - gutter, right - width);
  }, [boxRef, edges, index, column]);

/** Draws only the visible cells. */
export const Grid = (props: GridProps) => {
  const { label, table, order, firstRow, sorting, active, onActive } = props;
  const { area, boxRef, watch } = useScrollArea();
  const id = useId();
  const rowCount = table.rows.length - 1 - firstRow;
  const gutter = 28 + 8 * String(table.rows.length).length;
  const edges = useEdges(table, gutter);
  const { from, to } = visibleRows(area, ROW_PX, rowCount);
  const columns = columnsInSight(edges, area.left + gutter, area.left + area.width);
  const rowAt = (index: number): number => order?.[index] ?? index + firstRow;
  const activeRow = active?.row ?? -1;
  const activeIndex = order ? order.indexOf(activeRow) : activeRow - firstRow;
  const isActiveDrawn = active && activeIndex >= from && activeIndex < to && columns.includes(active.column);
  // Another order is looked at from its first row.
  useEffect(() => void boxRef.current?.scrollTo({ top: 0 }), [boxRef, sorting]);
  useActiveInSight(boxRef, edges, activeIndex, active?.column);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    if (active && isCopying(event)) void copyCell(table, active);
    else {
      const page = Math.max(1, Math.floor(area.height / ROW_PX) - 2);
      const moved = movedTo(event, active && { index: activeIndex, column: active.column }, page);
      if (!moved || rowCount < 1) return;
      const index = Math.max(0, Math.min(rowCount - 1, moved.index));
      onActive({ row: rowAt(index), column: Math.max(0, Math.min(table.columns - 1, moved.column)) });
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const sheet = {
    width: edges.at(-1),
    height: HEAD_PX + rowCount * ROW_PX,
    ['--gutter' as string]: `${gutter}px`,
  };
  return (
    <div
      ref={watch}
      className={css.scroll}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={table.columns + 1}
      aria-activedescendant={isActiveDrawn ? cellId(id, active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-takes-arrows
    >
      <div className={css.sheet} role="presentation" style={sheet}>
        <Head {...props} columns={columns} edges={edges} />
        <div role="rowgroup" style={{ transform: `translateY(${from * ROW_PX}px)` }}>
          {Array.from({ length: Math.max(0, to - from) }, (_none, shift) => {
            const row = rowAt(from + shift);
            return (
              <Row key={row} {...props} id={id} row={row} at={from + shift} columns={columns} edges={edges} />
            );
          })}
        </div>
      </div>
    </div>
  );
};

const cellId = (id: string, { row, column }: CellPosition): string => `${id}-${row}-${column}`;

const isCopying = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'c' && (ctrlKey || metaKey) && getSelection()?.isCollapsed !== false;

interface DrawnColumns {
  columns: readonly number[];
  edges: Float64Array;
}

type RowProps = Pick<GridProps, 'table' | 'active' | 'onActive'> &
  DrawnColumns & { id: string; row: number; at: number };

const Row = ({ id, row, at, table, active, onActive, columns, edges }: RowProps) => (
  <div className={css.row} role="row" aria-rowindex={at + 2}>
    <span className={css.number} role="rowheader" aria-colindex={1}>
      {row + 1}
    </span>
    {columns.map((column) => (
      <div
        key={column}
        id={cellId(id, { row, column })}
        className={css.cell}
        role="gridcell"
        aria-colindex={column + 2}
        aria-selected={active?.row === row && active.column === column}
        dir="auto"
        data-number={table.isNumeric[column] === 1 || undefined}
        style={boxOf(edges, column)}
        onClick={() => onActive({ row, column })}
      >
        {shownIn(cellAt(table.text, table, row, column))}
      </div>
    ))}
  </div>
);

type HeadProps = GridProps & DrawnColumns;

const Head = ({ table, firstRow, sorting, onSort, columns, edges }: HeadProps) => (
  <div role="rowgroup" className={css.head}>
    <div role="row" aria-rowindex={1}>
      <span className={css.number} role="columnheader" aria-colindex={1}>
        <span className="visually-hidden">{windowsTexts.rowNumber}</span>
      </span>
      {columns.map((column) => {
        const name = firstRow ? cellAt(table.text, table, 0, column) : '';
        const shown = name.slice(0, MOST_CHARACTERS) || columnLetters(column);
        const isSorted = sorting?.column === column;
        const Arrow = sorting?.isDescending ? IconArrowDown : IconArrowUp;
        return (
          <div
            key={column}
            className={css.name}
            role="columnheader"
            aria-colindex={column + 2}
            aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
            style={boxOf(edges, column)}
          >
            <button type="button" title={windowsTexts.sortBy(shown)} onClick={() => onSort(column)}>
              <span className="one-line" dir="auto">
                {showControlCharacters(shown)}
              </span>
              {isSorted && <Arrow size={14} aria-hidden />}
            </button>
          </div>
        );
      })}
    </div>
  </div>
);

const boxOf = (edges: Float64Array, column: number) => ({
  left: edges[column],
  width: (edges[column + 1] ?? 0) - (edges[column] ?? 0),
});

const shownIn = (cell: string) =>
  showControlCharacters(cell.slice(0, MOST_CHARACTERS).replace(/\r\n|[\r\n]/g, ' ↵ '));

function columnsInSight(edges: Float64Array, left: number, right: number): number[] {
  const first = Math.max(0, indexAbove(edges, left) - 2);
  const last = Math.min(edges.length - 1, indexAbove(edges, right) + 1);
  return Array.from({ length: Math.max(0, last - first) }, (_none, index) => first + index);
}
