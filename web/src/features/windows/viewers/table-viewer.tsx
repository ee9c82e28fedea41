import { lazy, Suspense, useEffect, useState } from 'react';
import { cellAt } from '@skyshelf/contracts/rules';
import { counted } from '../../../shared/messages/counted.js';
import { text, text as texts } from '../../../shared/messages/en.js';
import { Fetching, NoPreview } from './placeholders.js';
import { withHiddenShown } from './text/visible-characters.js';
import { cellOfPosition, type CellPosition, columnLetters, copyCell } from './table/cell-position.js';
import type { Table } from './table/open-table.js';
import { Grid } from './table/grid.js';
import type { Sorting } from './table/sort-rows.js';
import { useTable } from './table/use-table.js';
import { TextFrame } from './text/text-frame.js';
import { type Find, useFind } from './text/use-find.js';
import { useFirstPart } from './text/use-first-part.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './table/grid.module.css';

const limits = { step: 16 * 1024 * 1024, most: 64 * 1024 * 1024 };

/** As it would be printed. */
const Pages = lazy(() => import('./pdf-viewer.js'));

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

/** All of it is copied. */
const MOST_CHARACTERS = 2000;

const CellBar = ({ table, position }: { table: Table; position: CellPosition }) => {
  const { row, column } = position;
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [row, column]);
  const content = cellAt(table.text, table, row, column);
  const name = `${columnLetters(column)}${row + 1}`;
  const copy = (): void => void copyCell(table, position).then(() => setCopied(true));
  return (
    <div className={css.cellBar} role="group" aria-label={text.windows.cell(name)}>
      <strong>{name}</strong>
      <p tabIndex={0} dir="auto" data-takes-arrows>
        {withHiddenShown(content.slice(0, MOST_CHARACTERS))}
        {content.length > MOST_CHARACTERS && '…'}
      </p>
      <button type="button" onClick={copy}>
        {isCopied ? text.windows.copied : text.windows.copyCell}
      </button>
    </div>
  );
};
