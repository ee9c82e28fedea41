import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useMemo, useState } from 'react';
import type { FirstPart } from '../text/use-first-part.js';
import { workerClient, type WorkerClient } from '../text/worker-client.js';
import type { Table } from './open-table.js';
import type { Sorting } from './sort-rows.js';
import type { TableAnswer, TableAsk } from './table.worker.js';

const LIMIT_MS = 30_000;

const reader = (): WorkerClient<TableAsk, TableAnswer> =>
  workerClient(
    () => new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module', name: 'table' }),
    LIMIT_MS,
  );

interface TableOptions {
  element: ElementView;
  part: FirstPart;
  /** Null: guessed. */
  chosenHeader: boolean | null;
  sorting: Sorting | null;
}

interface OpenedTable {
  /** Null while it is read, `undefined` when it can't be. */
  table: Table | null | undefined;
  /** Null: the file's order. */
  order: Uint32Array | null;
  isFirstName: boolean;
}

export const useTable = ({ element, part, chosenHeader, sorting }: TableOptions): OpenedTable => {
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
    client.ask({ open: { bytes, extension, isCut: bytes.length < size } }).then(
      (answer) => !isOver && 'table' in answer && setTable(answer.table),
      () => !isOver && setTable(undefined),
    );
    return () => void (isOver = true);
  }, [client, bytes, extension, size]);
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
