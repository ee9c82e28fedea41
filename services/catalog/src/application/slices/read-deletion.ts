import { limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { DeletionSlice } from '../../domain/delete-elements.js';
import type { Reader } from './read-folder.js';

/**
 * The selected elements that can be reached, those of them that no other one holds, and what lies below
 * these.
 */
export async function readDeletion(reader: Reader, ids: readonly string[]): Promise<DeletionSlice> {
  const rows = await reader.find({ id: { in: [...new Set(ids)] as ElementId[] } });
  const folders = await readAbove(reader, rows);
  const above = new Map(rows.map((row) => [row.id, walkUp(row, folders)]));
  const selected = rows.filter(({ id }) => above.get(id) !== null);
  const chosen = new Set(selected.map(({ id }) => id));
  const roots = selected.filter(({ id }) => !above.get(id)?.some((folder) => chosen.has(folder)));
  return {
    selected,
    roots,
    below: await readBelow(reader, roots, limits.maxElementsPerTransaction - roots.length),
  };
}

/** All folders above some elements, level by level: few reads, however many elements. */
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

/** The ids of the folders above an element, the nearest first; null when they don't lead to the root. */
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

/** What lies below some elements, or null when it is more than `room`. */
async function readBelow(
  reader: Reader,
  roots: readonly CatalogRow[],
  room: number,
): Promise<CatalogRow[] | null> {
  if (room < 0) return null;
  const found: CatalogRow[] = [];
  let level = roots;
  for (;;) {
    const folders = level.filter((row) => row.class === 'folder').map(({ id }) => id);
    if (folders.length === 0) return found;
    level = await reader.find(
      { parentId: { in: folders } },
      { limit: room - found.length + 1, order: 'any' },
    );
    found.push(...level);
    if (found.length > room) return null;
  }
}
