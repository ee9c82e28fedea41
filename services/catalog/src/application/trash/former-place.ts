import { isLimbo, limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { atTheTop, type Place } from '../../domain/restore-trash.js';
import { pathOf, segmentsOf } from '../../domain/target-folder.js';
import { isTrashItem, type TrashRow } from '../../domain/trash.js';
import { readAncestors, type Reader } from '../slices/read-folder.js';

/** Where an element was: `place` is the nearest folder that is there, and the names of those below it that are not. */
export interface FormerPlace {
  place: Place;
  /** All of the folders are there. */
  isThere: boolean;
}

export async function readFormerPlaces(
  reader: Reader,
  rows: readonly TrashRow[],
): Promise<ReadonlyMap<ElementId, FormerPlace>> {
  const folders = await readFolders(reader, rows);
  const places = new Map<ElementId, FormerPlace>();
  const found = new Map<string, Place>();
  for (const { row } of rows) {
    const { live, dead } = wayUp(row, folders);
    const key = JSON.stringify([live.map(({ id }) => id), dead]);
    const place = found.get(key) ?? (await descend(reader, placeAt(live), dead));
    found.set(key, place);
    places.set(row.id, { place, isThere: dead.length === 0 });
  }
  return places;
}

/** The former folders of deleted folders too, however often. */
async function readFolders(reader: Reader, rows: readonly TrashRow[]): Promise<Map<ElementId, CatalogRow>> {
  const known = await readAncestors(
    reader,
    rows.map(({ row }) => row),
  );
  let items: CatalogRow[] = rows.map(({ item }) => item);
  for (let depth = 0; items.length > 0 && depth < limits.maxDepth; depth += 1) {
    const homes = items.flatMap(({ trash }) => (trash && trash.home !== ROOT_ID ? [trash.home] : []));
    const wanted = [...new Set(homes)].filter((id) => !known.has(id));
    if (wanted.length === 0) break;
    const found = await reader.find({ id: { in: wanted }, class: 'folder' });
    const above = await readAncestors(reader, found);
    const fresh = [...above.values()].filter(({ id }) => !known.has(id));
    for (const row of fresh) known.set(row.id, row);
    items = fresh.filter(isTrashItem);
  }
  return known;
}

interface WayUp {
  /** Folders that are there, the nearest first. */
  live: CatalogRow[];
  /** Names of those that are not, the highest first. */
  dead: string[];
}

function wayUp(row: CatalogRow, folders: ReadonlyMap<ElementId, CatalogRow>): WayUp {
  const above: CatalogRow[] = [];
  let at = row;
  let dead = 0;
  for (let depth = 0; depth <= 2 * limits.maxDepth; depth += 1) {
    const isDeleted = isLimbo(at.parentId);
    const parent: ElementId = isDeleted && isTrashItem(at) ? at.trash.home : at.parentId;
    if (isDeleted) dead = above.length;
    if (parent === ROOT_ID)
      return {
        live: above.slice(dead),
        dead: above
          .slice(0, dead)
          .map(({ name }) => name)
          .toReversed(),
      };
    const folder = folders.get(parent);
    // It was purged: what is known of the way is where the deleted element was.
    if (!folder) break;
    above.push(folder);
    at = folder;
  }
  const names = isTrashItem(at) ? (segmentsOf(at.trash.path) ?? []) : [];
  return { live: [], dead: [...names, ...above.map(({ name }) => name).toReversed()] };
}

function placeAt(live: readonly CatalogRow[]): Place {
  const [folder] = live;
  if (!folder) return atTheTop;
  if (live.some(({ copying }) => copying)) return atTheTop;
  const path = pathOf(live.map(({ name }) => name).toReversed());
  return { folderId: folder.id, path, depth: live.length, missing: [] };
}

/** Goes down as far as folders of these names are there. */
export async function descend(reader: Reader, from: Place, names: readonly string[]): Promise<Place> {
  let place = from;
  for (const [index, name] of names.entries()) {
    const where = { parentId: place.folderId, class: 'folder' as const, nameKey: nameKey(name) };
    const [folder] = await reader.find(where, { limit: 1 });
    if (!folder || folder.copying) return { ...place, missing: names.slice(index) };
    place = {
      folderId: folder.id,
      path: pathOf([...(segmentsOf(place.path) ?? []), folder.name]),
      depth: place.depth + 1,
      missing: [],
    };
  }
  return place;
}
