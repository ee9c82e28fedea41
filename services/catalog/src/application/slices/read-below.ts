import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Reader } from './read-folder.js';

/** Level by level, or null when it is more than `room`. */
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

/** Up to `most`; null when there are more than `room` folders, which are all it reads. */
export async function levelsBelow(
  reader: Reader,
  roots: readonly CatalogRow[],
  { most, room }: { most: number; room: number },
): Promise<number | null> {
  let level = roots.filter((row) => row.class === 'folder');
  let left = room;
  for (let levels = 0; ; levels += 1) {
    if (level.length === 0 || levels >= most) return levels;
    const where = { parentId: { in: level.map(({ id }) => id) }, class: 'folder' as const };
    level = await reader.find(where, { limit: left + 1, order: 'any' });
    if (level.length > left) return null;
    if (level.length === 0) return levels;
    left -= level.length;
  }
}
