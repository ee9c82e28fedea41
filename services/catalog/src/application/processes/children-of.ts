import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { RowSurvey } from '@skyshelf/event-store';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Catalog } from '../catalog.js';

interface ReadSizes {
  folders: number;
  rows: number;
}

/** Reading so many rows does not delay other work in this process. */
export const rowsAtOnce = 250;
const unnoticed: ReadSizes = { folders: 50, rows: rowsAtOnce };

/** Reads up to 250 rows at a time, outside of any transaction. */
export async function* childrenOf(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  folders: readonly ElementId[],
): AsyncGenerator<CatalogRow[]> {
  yield* childrenIn(await store.reader(drive), folders);
}

/** Few children of several folders share one read; many come page by page. The number of folders adapts. */
export async function* childrenIn(
  reader: RowSurvey<CatalogRow>,
  folders: readonly ElementId[],
  sizes: ReadSizes = unnoticed,
): AsyncGenerator<CatalogRow[]> {
  let together = sizes.folders;
  for (let start = 0; start < folders.length;) {
    const group = folders.slice(start, start + together);
    const [alone] = group;
    let found = 0;
    if (group.length === 1 && alone) {
      for await (const page of pagesOf(reader, alone, sizes)) {
        found += page.length;
        yield page;
      }
    } else {
      const few = await reader.find({ parentId: { in: group } }, { limit: sizes.rows + 1, order: 'any' });
      found = few.length;
      if (found > sizes.rows) {
        together = Math.ceil(group.length / 4);
        continue;
      }
      yield few;
    }
    start += group.length;
    if (found < sizes.rows / 4) together = Math.min(sizes.folders, together * 2);
  }
}

async function* pagesOf(
  reader: RowSurvey<CatalogRow>,
  parentId: ElementId,
  { rows: limit }: ReadSizes,
): AsyncGenerator<CatalogRow[]> {
  for (const each of ['folder', 'item'] as const) {
    for (let after: string | undefined; ;) {
      const options = { by: 'nameKey' as const, limit, ...(after !== undefined && { after }) };
      const rows = await reader.page({ parentId, class: each }, options);
      yield rows;
      after = rows.at(-1)?.nameKey;
      if (rows.length < limit) break;
    }
  }
}
