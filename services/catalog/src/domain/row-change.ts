import type { CatalogRow } from './catalog-row.js';

/** What one event does to the read model. */
export type RowChange =
  | { op: 'insert'; row: CatalogRow }
  | { op: 'update'; id: string; set: Partial<CatalogRow> }
  | { op: 'remove'; id: string };
