import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Reader } from './read-folder.js';

/** What lies below some elements, level by level, or null when it is more than `room`. */
export async function readBelow(
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

/** Levels of folders below some elements, counted no further than `most`. Reads the folders only. */
export async function levelsBelow(
  reader: Reader,
  roots: readonly CatalogRow[],
  most: number,
): Promise<number> {
  let level = roots.filter((row) => row.class === 'folder');
  for (let levels = 0; ; levels += 1) {
    if (level.length === 0 || levels >= most) return levels;
    level = await reader.find(
      { parentId: { in: level.map(({ id }) => id) }, class: 'folder' },
      { order: 'any' },
    );
    if (level.length === 0) return levels;
  }
}
