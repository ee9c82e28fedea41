import { limits, ROOT_ID, type DriveId, type ElementId, type KeptSum } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { RewindProcess } from '../../domain/long-process.js';
import { atTheTop, decideRestoreTrash, type Place, type Returning } from '../../domain/restore-trash.js';
import { isGone, type TrashItem } from '../../domain/trash.js';
import type { Catalog } from '../catalog.js';
import { readAncestors, walkUp, type Reader } from '../slices/read-folder.js';
import { readDescendants } from '../slices/read-selection.js';
import { readNumbers, readTakenNames, type SiblingName } from '../slices/read-taken-names.js';
import { descend } from '../trash/former-place.js';
import { itemOf, measureTrash, readTrashRows, readTrashWork, topmost } from '../trash/trash-rows.js';
import type { Placing } from './plan-rewind.js';
import { nothing, stepOf, type Step } from './rewind-steps.js';

/** One transaction gives so many elements their words back. */
const MOST_BELOW = 1_000;

interface Measured {
  /** They are of what is taken out of deleted folders. */
  sums: ReadonlyMap<ElementId, { sum: KeptSum; rev: number }>;
  /** One transaction takes so many. */
  taken: number;
}

/** It runs outside the transaction: nothing grows in the trash. */
export async function measurePlaced(
  catalog: Catalog,
  drive: DriveId,
  placings: readonly Placing[],
): Promise<Measured> {
  const reader = await catalog.store.reader(drive);
  const ids = placings.map(({ id }) => id);
  const rows = topmost(await readTrashRows(reader, ids));
  const sums = new Map<ElementId, { sum: KeptSum; rev: number }>();
  let below = 0;
  let taken = placings.length;
  for (const { row, item } of rows) {
    const { maxElementsPerTransaction: most } = limits;
    below += item.trash.small && row.class === 'folder' ? (item.kept?.count ?? most) : 0;
    if (below > MOST_BELOW) taken = Math.max(1, Math.min(taken, ids.indexOf(row.id)));
    if (row.id !== item.id && item.kept)
      sums.set(row.id, { sum: await measureTrash(catalog, drive, row), rev: item.rev });
  }
  return { sums, taken };
}

interface PlacingSlice {
  returning: Returning[];
  taken: ReadonlySet<string>;
}

/** Where the place is gone by then, it comes to the folder itself. */
export const placing = (
  catalog: Catalog,
  process: RewindProcess,
  asked: readonly Placing[],
  { sums, taken }: Measured,
): Step =>
  stepOf<PlacingSlice>({
    name: 'place-elements',
    taken,
    read: async (reader) => {
      const returning = await readReturning(reader, process, asked.slice(0, taken), sums);
      const lookUp = (siblings: readonly SiblingName[]) =>
        readTakenNames(
          reader,
          [...new Set(returning.map(({ place }) => place.folderId))],
          siblings.map(({ nameKey }) => nameKey),
          catalog.clock.now(),
        );
      const coming = returning.map(({ row, as, place }) => ({ ...row, ...as, within: `${place.folderId} ` }));
      const names = await lookUp(coming);
      await readNumbers(coming, names, lookUp, ({ within }) => within);
      return { returning, taken: names };
    },
    decide: ({ returning, taken }, context) => {
      if (returning.length === 0) return nothing;
      const { event } = decideRestoreTrash({ returning, taken, levels: 0, exact: false }, context);
      return {
        event: event?.type === 'catalog.deletion.cancelled' ? { ...event, process: process.id } : null,
      };
    },
  });

interface Away {
  row: CatalogRow;
  item: TrashItem;
  above: readonly CatalogRow[];
  /** It lies in the trash; else the process itself has taken it out of its place. */
  isDeleted: boolean;
}

async function readAway(reader: Reader, ids: readonly ElementId[]): Promise<Away[]> {
  const rows = await reader.find({ id: { in: ids } });
  const folders = await readAncestors(reader, rows);
  const work = await readTrashWork(reader);
  return rows.flatMap((row): Away[] => {
    if (walkUp(row, folders)) return [];
    const lies = itemOf(row, folders);
    if (!lies) return [{ row, item: row as TrashItem, above: [], isDeleted: false }];
    return isGone(work, { row, ...lies }) ? [] : [{ row, ...lies, isDeleted: true }];
  });
}

/** The order is that asked for: a folder comes before what it holds. */
async function readReturning(
  reader: Reader,
  process: RewindProcess,
  placings: readonly Placing[],
  sums: Measured['sums'],
): Promise<Returning[]> {
  const away = new Map(
    (
      await readAway(
        reader,
        placings.map(({ id }) => id),
      )
    ).map((each) => [each.row.id, each]),
  );
  const coming = new Set(topmost([...away.values()]).map(({ row }) => row.id));
  const returning: Returning[] = [];
  for (const placed of placings) {
    const { id, name, nameKey, tags } = placed;
    const found = away.get(id);
    if (!found || !coming.has(id)) continue;
    const { row, item, above, isDeleted } = found;
    const sum = isDeleted ? sumFor(found, sums) : null;
    if (sum === undefined) continue;
    const isHiding = isDeleted && item.trash.small && row.class === 'folder';
    const below = isHiding ? await readDescendants(reader, [row], limits.maxElementsPerTransaction) : [];
    const place = await placeOf(reader, process, placed, coming);
    returning.push({ row, item, above, place, sum, below: below ?? [], as: { name, nameKey, tags } });
  }
  return returning;
}

/** undefined: something was taken out since it was measured, and the next round takes it. */
function sumFor({ row, item }: Away, sums: Measured['sums']): KeptSum | null | undefined {
  if (!item.kept || row.id === item.id) return item.kept ?? null;
  const measured = sums.get(row.id);
  return measured?.rev === item.rev ? measured.sum : undefined;
}

async function placeOf(
  reader: Reader,
  { folder }: RewindProcess,
  { id, home: { folderId, missing } }: Placing,
  coming: ReadonlySet<ElementId>,
): Promise<Place> {
  for (const at of [folderId, folder]) {
    if (!(await willBeLive(reader, at, coming, id))) continue;
    const place = { folderId: at, path: '/', depth: 0, missing: [] };
    return at === folderId ? descend(reader, place, missing) : place;
  }
  return atTheTop;
}

/** It is in the tree, or comes back with the others; but not with the element that it shall hold. */
async function willBeLive(
  reader: Reader,
  folder: ElementId,
  coming: ReadonlySet<ElementId>,
  held: ElementId,
): Promise<boolean> {
  let at = folder;
  for (let depth = 0; at !== ROOT_ID && depth <= limits.maxDepth; depth += 1) {
    if (coming.has(at)) return at !== held;
    const row = await reader.get(at);
    if (!row) return false;
    at = row.parentId;
  }
  return at === ROOT_ID;
}
