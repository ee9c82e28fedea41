import type { CatalogEvent } from '@skyshelf/contracts';

const rowless = [
  'catalog.upload.refused',
  'catalog.quota.changed',
  'catalog.default-elements.switched',
  'catalog.tag-change.cancelled',
  'catalog.trash.emptied',
  'catalog.trash-days.changed',
  'catalog.rewind.started',
  'catalog.rewind.finished',
] as const satisfies readonly CatalogEvent['type'][];

type RowlessEvent = Extract<CatalogEvent, { type: (typeof rowless)[number] }>;

const types: ReadonlySet<string> = new Set(rowless);

/** It changes no element. */
export const isRowless = (event: CatalogEvent): event is RowlessEvent => types.has(event.type);
