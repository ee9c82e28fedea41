import type { ElementId, ElementView } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { pathOf } from '../../domain/target-folder.js';
import { elementView } from '../element-view.js';
import { readAbove, walkUp, type Reader } from '../slices/read-folder.js';

/** One `$in` of the database. */
const idsPerRead = 1000;

/** Without those that wait to be purged. */
export async function presentElements(
  reader: Reader,
  ids: readonly string[],
  user: string,
): Promise<ElementView[]> {
  const rows: CatalogRow[] = [];
  for (let start = 0; start < ids.length; start += idsPerRead) {
    rows.push(...(await reader.find({ id: { in: ids.slice(start, start + idsPerRead) as ElementId[] } })));
  }
  return reachable(reader, rows, user);
}

export async function reachable(
  reader: Reader,
  rows: readonly CatalogRow[],
  user: string,
): Promise<ElementView[]> {
  const folders = await readAbove(reader, rows);
  return rows.flatMap((row) => {
    const above = walkUp(row, folders);
    if (!above) return [];
    const names = above.map((id) => folders.get(id)?.name ?? '');
    return [elementView(row, pathOf(names.toReversed()), user)];
  });
}
