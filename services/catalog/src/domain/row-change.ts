import type { CatalogRow } from './catalog-row.js';

export type RowChange =
  | { op: 'insert'; row: CatalogRow }
  | { op: 'update'; id: string; set: Partial<CatalogRow> }
  | { op: 'remove'; id: string };
