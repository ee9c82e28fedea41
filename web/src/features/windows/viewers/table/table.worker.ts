import { serveRequests } from '../text/worker-client.js';
import { openTable, type OpenRequest, type Table } from './open-table.js';
import { sortRows, type Sorting } from './sort-rows.js';

export type TableRequest = { open: OpenRequest } | { sort: Sorting; firstRow: number };
export type TableResponse = { table: Table } | { order: Uint32Array };

/** Sorting asks for it. */
let held: Table | null = null;

const copyOf = ({ starts, ends, rows, ...table }: Table): Table => ({
  ...table,
  starts: starts.slice(),
  ends: ends.slice(),
  rows: rows.slice(),
});

serveRequests<TableRequest, TableResponse>(
  (ask) => {
    if ('open' in ask) {
      held = openTable(ask.open);
      return { table: copyOf(held) };
    }
    if (!held) throw new Error('No table is open.');
    return { order: sortRows(held.text, held, ask.firstRow, ask.sort) };
  },
  (answer) =>
    'table' in answer
      ? [answer.table.starts.buffer, answer.table.ends.buffer, answer.table.rows.buffer]
      : [answer.order.buffer],
);
