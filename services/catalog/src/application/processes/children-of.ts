import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { RowSurvey } from '@skyshelf/event-store';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog } from '../catalog.js';

/** Folders whose children are asked for together, at most. */
const foldersAtOnce = 50;
/** As many as are read without being noticed by other work in this process. */
export const rowsAtOnce = 250;

/**
 * What some folders hold, read outside of any transaction, up to 250 rows at a time. Few children of several folders come in one read; many page by page along
 * the index, the folders of a folder first. How many folders go together follows from those before.
 */
export async function* childrenOf(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  folders: readonly ElementId[],
): AsyncGenerator<CatalogRow[]> {
  const reader = await store.reader(drive);
  let together = foldersAtOnce;
  for (let start = 0; start < folders.length;) {
    const group = folders.slice(start, start + together);
    const [alone] = group;
    let found = 0;
    if (group.length === 1 && alone) {
      for await (const page of pagesOf(reader, alone)) {
        found += page.length;
        yield page;
      }
    } else {
      const few = await reader.find({ parentId: { in: group } }, { limit: rowsAtOnce + 1, order: 'any' });
      found = few.length;
      if (found > rowsAtOnce) {
        together = Math.ceil(group.length / 4);
        continue;
      }
      yield few;
    }
    start += group.length;
    if (found < rowsAtOnce / 4) together = Math.min(foldersAtOnce, together * 2);
  }
}

async function* pagesOf(reader: RowSurvey<CatalogRow>, parentId: ElementId): AsyncGenerator<CatalogRow[]> {
  for (const each of ['folder', 'item'] as const) {
    for (let after: string | undefined; ;) {
      const options = { by: 'nameKey' as const, limit: rowsAtOnce, ...(after !== undefined && { after }) };
      const rows = await reader.page({ parentId, class: each }, options);
      yield rows;
      after = rows.at(-1)?.nameKey;
      if (rows.length < rowsAtOnce) break;
    }
  }
}
