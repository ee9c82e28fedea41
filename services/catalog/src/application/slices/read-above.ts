import { limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Reader } from './read-folder.js';

/** Level by level: few reads, however many elements. */
export async function readAbove(
  reader: Reader,
  rows: readonly CatalogRow[],
): Promise<Map<ElementId, CatalogRow>> {
  const known = new Map(rows.filter((row) => row.class === 'folder').map((row) => [row.id, row]));
  let level: readonly CatalogRow[] = rows;
  for (let depth = 0; depth < limits.maxDepth; depth += 1) {
    const wanted = [...new Set(level.map(({ parentId }) => parentId))].filter(
      (id) => id !== ROOT_ID && !known.has(id),
    );
    if (wanted.length === 0) break;
    level = await reader.find({ id: { in: wanted } });
    for (const row of level) known.set(row.id, row);
  }
  return known;
}

/** Nearest first; null when they don't lead to the root. */
export function walkUp(row: CatalogRow, folders: ReadonlyMap<ElementId, CatalogRow>): ElementId[] | null {
  const above: ElementId[] = [];
  let { parentId } = row;
  while (parentId !== ROOT_ID) {
    const folder = folders.get(parentId);
    if (!folder || above.length >= limits.maxDepth) return null;
    above.push(parentId);
    ({ parentId } = folder);
  }
  return above;
}
