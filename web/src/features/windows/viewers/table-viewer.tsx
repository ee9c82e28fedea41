import { lazy, Suspense, useEffect, useState } from 'react';
import { counted } from '../../../shared/messages/counted.js';
import { text as texts } from '../../../shared/messages/en.js';
import { Fetching } from './fetching.js';
import { NoPreview } from './no-preview.js';
import { CellBar } from './table/cell-bar.js';
import { cellOfPosition, type CellPosition } from './table/cell-position.js';
import { Grid } from './table/grid.js';
import type { Table } from './table/open-table.js';
import type { Sorting } from './table/sort-rows.js';
import { useTable } from './table/use-table.js';
import { TextFrame } from './text/text-frame.js';
import { useFind, type Find } from './text/use-find.js';
import { useFirstPart } from './text/use-first-part.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './table/grid.module.css';

const limits = { step: 16 * 1024 * 1024, most: 64 * 1024 * 1024 };

/** As it would be printed. */
const Pages = lazy(() => import('./pdf-viewer.js'));

/** The cell that is looked at: the one chosen last, or the one found. */
const useActiveCell = (table: Table | null | undefined, find: Find) => {
  const [active, setActive] = useState<CellPosition | null>(null);
  const match = find.matches[find.at];
  useEffect(() => {
    if (table && match !== undefined) setActive(cellOfPosition(table, match));
  }, [table, match]);
  return [active, setActive] as const;
};

const nextSorting = (sorting: Sorting | null, column: number): Sorting | null => {
  if (sorting?.column !== column) return { column, isDescending: false };
  return sorting.isDescending ? null : { column, isDescending: true };
};

const TableViewer = ({ element, onEnd }: ViewerProps) => {
  const part = useFirstPart(element, limits);
  const [chosenHeader, setChosenHeader] = useState<boolean | null>(null);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [showsPages, setShowsPages] = useState(false);
  const { table, order, isFirstName } = useTable({ element, part, chosenHeader, sorting });
  const find = useFind(table?.text ?? '');
  const [active, setActive] = useActiveCell(table, find);
  if (part.bytes === undefined || table === undefined)
    return <NoPreview element={element} message={texts.windows.textFailed} />;
  if (table === null) return <Fetching />;
  const rowCount = table.rows.length - 1 - Number(isFirstName);
  const switches = [
    { label: texts.windows.headerRow, isOn: isFirstName, toggle: () => setChosenHeader(!isFirstName) },
    { label: texts.windows.asPages, isOn: showsPages, toggle: () => setShowsPages(!showsPages) },
  ];
  const about = `${counted(rowCount, 'row', 'rows')}, ${counted(table.columns, 'column', 'columns')}`;
  return (
    <TextFrame
      element={element}
      part={part}
      about={about}
      switches={showsPages ? switches.slice(1) : switches}
      find={showsPages ? null : find}
    >
      {showsPages ? (
        <div className={css.pages}>
          <Suspense fallback={<Fetching />}>
            <Pages element={element} onEnd={onEnd} />
          </Suspense>
        </div>
      ) : (
        <>
          <Grid
            label={element.linkname}
            table={table}
            order={order}
            firstRow={Number(isFirstName)}
            sorting={sorting}
            onSort={(column) => {
              setActive(null);
              setSorting(nextSorting(sorting, column));
            }}
            active={active}
            onActive={setActive}
          />
          {active && <CellBar table={table} position={active} />}
        </>
      )}
    </TextFrame>
  );
};

export default TableViewer;
