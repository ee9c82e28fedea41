import { isLimbo, limits, type DriveId, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import {
  isTrashItem,
  keptSum,
  nothingKept,
  sumOf,
  type TrashItem,
  type TrashRow,
  type TrashWork,
} from '../../domain/trash.js';
import type { KeptSum } from '@skyshelf/contracts';
import type { Catalog, CatalogSurvey } from '../catalog.js';
import { childrenOf } from '../processes/children-of.js';
import { readAncestors, type Reader } from '../slices/read-folder.js';

/** The deleted element that holds the row, or is it; null for what lies in no trash. */
export function itemOf(
  row: CatalogRow,
  folders: ReadonlyMap<ElementId, CatalogRow>,
): { item: TrashItem; above: CatalogRow[] } | null {
  const above: CatalogRow[] = [];
  let at: CatalogRow | undefined = row;
  for (let depth = 0; at && depth <= limits.maxDepth; depth += 1) {
    if (isLimbo(at.parentId)) return isTrashItem(at) ? { item: at, above } : null;
    at = folders.get(at.parentId);
    if (at) above.push(at);
  }
  return null;
}

/** Order: that of the ids. Leaves out rows that lie in no trash. */
export async function readTrashRows(reader: Reader, ids: readonly string[]): Promise<TrashRow[]> {
  const found = new Map(
    (await reader.find({ id: { in: [...ids] as ElementId[] } })).map((row) => [row.id as string, row]),
  );
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const folders = await readAncestors(reader, rows);
  return rows.flatMap((row) => {
    const lies = itemOf(row, folders);
    return lies ? [{ row, ...lies }] : [];
  });
}

/** Leaves out those that another one holds. */
export function topmost(rows: readonly TrashRow[]): TrashRow[] {
  const chosen = new Set(rows.map(({ row }) => row.id));
  return rows.filter(({ above }) => !above.some(({ id }) => chosen.has(id)));
}

export const readTrashWork = (reader: Pick<Reader, 'side'>): Promise<TrashWork[]> =>
  reader.side<TrashWork>('trash').find({});

const itemsAtOnce = 250;

/** The oldest come first. */
export async function* trashItems(
  survey: CatalogSurvey,
  before: string | null = null,
  atOnce = itemsAtOnce,
): AsyncGenerator<TrashItem[]> {
  for (let after = ''; ;) {
    const rows = await survey.page({}, { by: 'trashed', after, limit: atOnce });
    const items = rows.filter(isTrashItem).filter(({ trashed }) => before === null || trashed <= before);
    yield items;
    if (rows.length < atOnce || items.length < rows.length) return;
    after = rows.at(-1)?.trashed ?? '';
  }
}

/** A folder comes after all that it holds. Outside of any transaction: nothing in the trash grows. */
export async function* leavesFirst(
  catalog: Pick<Catalog, 'store'>,
  drive: DriveId,
  rows: readonly CatalogRow[],
): AsyncGenerator<CatalogRow> {
  for (const row of rows)
    if (row.class === 'folder') {
      for await (const children of childrenOf(catalog, drive, [row.id]))
        yield* leavesFirst(catalog, drive, children);
      yield row;
    }
  for (const row of rows) if (row.class === 'item') yield row;
}

/** Stops when it has found enough. */
export async function measureTrash(
  catalog: Pick<Catalog, 'store'>,
  drive: DriveId,
  row: CatalogRow,
  isEnough: (sum: KeptSum) => boolean = () => false,
): Promise<KeptSum> {
  let sum = sumOf(nothingKept, keptSum([row]));
  let level = row.class === 'folder' ? [row.id] : [];
  while (level.length > 0 && !isEnough(sum)) {
    const below: ElementId[] = [];
    for await (const children of childrenOf(catalog, drive, level)) {
      sum = sumOf(sum, keptSum(children));
      for (const child of children) if (child.class === 'folder') below.push(child.id);
      if (isEnough(sum)) break;
    }
    level = below;
  }
  return sum;
}
