import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog } from '../catalog.js';

/** Folders whose children are asked for together. */
export const foldersAtOnce = 50;
/** As many as are read without being noticed by whoever else works in this process. */
const rowsAtOnce = 500;

/** What some folders hold, read outside of any transaction. Few children in one read; many page by page along the index, the folders of a folder first. */
export async function* childrenOf(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  folders: readonly ElementId[],
): AsyncGenerator<CatalogRow[]> {
  const reader = await store.reader(drive);
  const few = await reader.find({ parentId: { in: folders } }, { limit: rowsAtOnce + 1, order: 'any' });
  if (few.length <= rowsAtOnce) return yield few;
  for (const parentId of folders) {
    for (const each of ['folder', 'item'] as const) {
      for (let after: string | undefined; ;) {
        const where = { parentId, class: each };
        const rows = await reader.page(where, {
          by: 'nameKey',
          limit: rowsAtOnce,
          descending: false,
          ...(after !== undefined && { after }),
        });
        yield rows;
        after = rows.at(-1)?.nameKey;
        if (rows.length < rowsAtOnce) break;
      }
    }
  }
}

/** Elements of a list by so many at a time. */
export const inGroups = (ids: readonly ElementId[]): ElementId[][] =>
  Array.from({ length: Math.ceil(ids.length / foldersAtOnce) }, (_, index) =>
    ids.slice(index * foldersAtOnce, (index + 1) * foldersAtOnce),
  );
