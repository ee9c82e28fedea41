import type { ElementView } from '@skyshelf/contracts/browser';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { cellAt } from '@skyshelf/contracts/rules';
import type { TextEncoding } from '@skyshelf/contracts/text';
import { type FirstPart, useFirstPart } from './text/use-first-part.js';
import { workerClient, type WorkerClient } from './text/worker-client.js';
import type { Table } from './table/open-table.js';
import type { Sorting } from './table/sort-rows.js';
import type { TableResponse, TableRequest } from './table/table.worker.js';
import { counted } from '../../../shared/messages/counted.js';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import { Fetching, NoPreview } from './placeholders.js';
import { showControlCharacters } from './text/visible-characters.js';
import { cellOfPosition, type CellPosition, columnLetters, copyCell } from './table/cell-position.js';
import { Grid } from './table/grid.js';
import { TextFrame } from './text/text-frame.js';
import { type Find, useFind } from './text/use-find.js';
import type { ViewerProps } from './viewer-entry.js';
import css from './table/grid.module.css';

const LIMIT_MS = 30_000;

const reader = (): WorkerClient<TableRequest, TableResponse> =>
  workerClient(
    () => new Worker(new URL('./table/table.worker.ts', import.meta.url), { type: 'module', name: 'table' }),
    LIMIT_MS,
  );

interface TableOptions {
  element: ElementView;
  part: FirstPart;
  /** Null: guessed. */
  chosenEncoding: TextEncoding | null;
  /** Null: guessed. */
  chosenHeader: boolean | null;
  sorting: Sorting | null;
}

interface OpenedTable {
  /** Null while it is read, `undefined` when it can't be. */
  table: Table | null | undefined;
  /** Is null for the file's own order. */
  order: Uint32Array | null;
  isFirstName: boolean;
}

export const useTable = ({
  element,
  part,
  chosenEncoding,
  chosenHeader,
  sorting,
}: TableOptions): OpenedTable => {
  const { bytes } = part;
  const { extension, size } = element;
  const client = useMemo(reader, []);
  const [table, setTable] = useState<Table | null | undefined>(null);
  const [order, setOrder] = useState<Uint32Array | null>(null);
  const isFirstName = chosenHeader ?? table?.hasHeader ?? false;
  useEffect(() => client.close, [client]);
  useEffect(() => {
    if (!bytes) return;
    let isOver = false;
    const encoding = chosenEncoding ?? undefined;
    client.ask({ open: { bytes, extension, isCut: bytes.length < size, encoding } }).then(
      (answer) => !isOver && 'table' in answer && setTable(answer.table),
      () => !isOver && setTable(undefined),
    );
    return () => void (isOver = true);
  }, [client, bytes, extension, size, chosenEncoding]);
  useEffect(() => {
    setOrder(null);
    if (!table || !sorting) return;
    let isOver = false;
    client.ask({ sort: sorting, firstRow: Number(isFirstName) }).then(
      (answer) => !isOver && 'order' in answer && setOrder(answer.order),
      // It stays in the order that it is in.
      () => undefined,
    );
    return () => void (isOver = true);
  }, [client, table, sorting, isFirstName]);
  return { table, order, isFirstName };
};

const limits = { step: 16 * 1024 * 1024, most: 64 * 1024 * 1024 };

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
  const [chosenEncoding, setChosenEncoding] = useState<TextEncoding | null>(null);
  const [chosenHeader, setChosenHeader] = useState<boolean | null>(null);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [showsPages, setShowsPages] = useState(false);
  const { table, order, isFirstName } = useTable({ element, part, chosenEncoding, chosenHeader, sorting });
  const find = useFind(table?.text ?? '');
  const [active, setActive] = useActiveCell(table, find);
  if (part.bytes === undefined || table === undefined)
    return <NoPreview element={element} message={windowsTexts.textFailed} />;
  if (table === null) return <Fetching />;
  const rowCount = table.rows.length - 1 - Number(isFirstName);
  const switches = [
    { label: windowsTexts.headerRow, isOn: isFirstName, toggle: () => setChosenHeader(!isFirstName) },
    { label: windowsTexts.asPages, isOn: showsPages, toggle: () => setShowsPages(!showsPages) },
  ];
  const about = `${counted(rowCount, 'row', 'rows')}, ${counted(table.columns, 'column', 'columns')}`;
  return (
    <TextFrame
      element={element}
      part={part}
      about={about}
      reading={{ encoding: table.encoding, choose: setChosenEncoding }}
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
    <div className={css.cellBar} role="group" aria-label={windowsTexts.cell(name)}>
      <strong>{name}</strong>
      <p tabIndex={0} dir="auto" data-takes-arrows>
        {showControlCharacters(content.slice(0, MOST_CHARACTERS))}
        {content.length > MOST_CHARACTERS && '…'}
      </p>
      <button type="button" onClick={copy}>
        {isCopied ? windowsTexts.copied : windowsTexts.copyCell}
      </button>
    </div>
  );
};
