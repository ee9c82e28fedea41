import {
  DomainError,
  limits,
  ROOT_ID,
  type DriveId,
  type ElementId,
  type ElementView,
  type KeptSum,
  type OpId,
} from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import {
  atTheTop,
  decideRestoreTrash,
  type Place,
  type Restored,
  type RestoreSlice,
  type Returning,
} from '../../domain/restore-trash.js';
import { requireFolder } from '../../domain/target-folder.js';
import { chosenRoots, isGone, type TrashRow, type TrashWork } from '../../domain/trash.js';
import type { Account, Catalog, CatalogCommand } from '../catalog.js';
import { AnsweredElements } from '../element-view.js';
import { measureLevels } from '../processes/depth-counter.js';
import { runFor } from '../run-for.js';
import { readFolder, type Reader } from '../slices/read-folder.js';
import { readDescendants } from '../slices/read-selection.js';
import { readNumbers, readTakenNames, type SiblingName } from '../slices/read-taken-names.js';
import { readFormerPlaces } from '../trash/former-place.js';
import { purgeInside } from '../trash/tend-trash.js';
import { measureTrash, readTrashRows, readTrashWork, topmost } from '../trash/trash-rows.js';

export interface Restoring {
  ids: readonly string[];
  /** Absent: to where they were. */
  to?: string | undefined;
  parents?: boolean | undefined;
  /** All of one deletion as it was, or nothing: for undo. */
  exact?: boolean;
  /** Default: its own. */
  intention?: Pick<CatalogCommand<RestoreSlice, Restored>, 'name' | 'payload'>;
}

/** The room of at most so many rows is looked after in one transaction. */
const MOST_BELOW = 2_000;
/** Something is taken out of a folder while it is measured. */
const TRIES = 5;

class Changed extends Error {}
/** It may be too deep for its place: only a count shows. */
class LevelsNotCounted extends Error {}

export async function restoreTrash(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  asked: Restoring,
): Promise<ElementView[]> {
  const answered = new AnsweredElements(catalog, account);
  const { ids, to, parents = false } = asked;
  const payload = { ids, ...(to !== undefined && { to }), ...(parents && { parents }) };
  const { intention = { name: 'restore-trash', payload } } = asked;
  let isCounting = false;
  for (let tries = 1; ; tries += 1) {
    await purgeInside(catalog, account.drive);
    const measured = await measure(catalog, account, ids, isCounting);
    try {
      const restored = await runFor(catalog, account, opId, {
        ...intention,
        read: (reader) => readRestore(reader, asked, measured, catalog.clock.now()),
        decide: (slice: RestoreSlice, context) => {
          const decision = decideRestoreTrash(slice, context);
          const pathIn = ({ parentId }: CatalogRow) => decision.answer.paths[parentId] ?? '/';
          const rows = slice.returning.map(({ row }) => row);
          return answered.keep<typeof decision>(decision, rows, context, pathIn);
        },
      });
      return await answered.of(restored.ids);
    } catch (error) {
      if (error instanceof LevelsNotCounted) isCounting = true;
      else if (!(error instanceof Changed) || tries === TRIES) throw error;
    }
  }
}

interface Measured extends BelowEachOther {
  sums: ReadonlyMap<string, { sum: KeptSum; rev: number }>;
}

interface BelowEachOther {
  /** No more folders lie below each other in what comes back. */
  levels: number;
  areCounted: boolean;
}

/** Measures all that is taken out of a deleted folder. Outside the transaction: nothing grows in the trash. */
async function measure(
  catalog: Catalog,
  { drive }: Account,
  ids: readonly string[],
  isCounting: boolean,
): Promise<Measured> {
  const reader = await catalog.store.reader(drive);
  const rows = await readTrashRows(reader, ids);
  const sums = new Map<string, { sum: KeptSum; rev: number }>();
  for (const { row, item } of rows)
    if (row.id !== item.id && item.kept)
      sums.set(row.id, { sum: await measureTrash(catalog, drive, row), rev: item.rev });
  return { ...(await levelsOf(catalog, drive, rows, isCounting)), sums };
}

/** Counts only where nothing is known, as of what was deleted by an earlier version. */
async function levelsOf(
  catalog: Catalog,
  drive: DriveId,
  rows: readonly TrashRow[],
  isCounting: boolean,
): Promise<BelowEachOther> {
  const folders = rows.filter(({ row }) => row.class === 'folder');
  const known = folders.map(({ item, above }) => (item.trash?.levels ?? Infinity) - above.length);
  const most = Math.max(0, ...known);
  if (!isCounting && most < Infinity) return { levels: most, areCounted: folders.length === 0 };
  const ids = folders.map(({ row }) => row.id);
  const { levels } = await measureLevels(catalog, drive, ids);
  return { levels, areCounted: true };
}

async function readRestore(
  reader: Reader,
  { ids, to, parents = false, exact = false }: Restoring,
  { sums, ...below }: Measured,
  now: Date,
): Promise<RestoreSlice> {
  const rows = topmost(await readTrashRows(reader, [...new Set(ids)]));
  const work = await readTrashWork(reader);
  const isThere = rows.length > 0 && !rows.some((each) => isGone(work, each));
  if (!isThere || (await holdsPurged(reader, rows, work)) || (exact && !isWhole(rows)))
    throw new DomainError('trash.not-found', { field: 'ids' });
  const places = await placesOf(reader, rows, { to, parents, exact, ...below });
  const returning = await readReturning(reader, rows, places, sums);
  const lookUp = (siblings: readonly SiblingName[]) =>
    readTakenNames(
      reader,
      returning.map(({ place }) => place.folderId),
      siblings.map(({ nameKey }) => nameKey),
      now,
    );
  const coming = returning.map(({ row }) => row);
  const taken = await lookUp(coming);
  if (!exact) {
    const parentOf = new Map(returning.map(({ row, place }) => [row.id, place.folderId]));
    await readNumbers(coming, taken, lookUp, ({ id }) => `${parentOf.get(id) ?? ROOT_ID} `);
  }
  return { returning, levels: below.levels, taken, exact };
}

/** A part of a deleted folder that was deleted forever must not come back with it. */
async function holdsPurged(
  reader: Reader,
  rows: readonly TrashRow[],
  work: readonly TrashWork[],
): Promise<boolean> {
  const coming = new Set(rows.map(({ row }) => row.id));
  const going = await readTrashRows(reader, chosenRoots(work));
  return going.some(({ above }) => above.some(({ id }) => coming.has(id)));
}

async function readReturning(
  reader: Reader,
  rows: readonly TrashRow[],
  places: ReadonlyMap<ElementId, Place>,
  sums: Measured['sums'],
): Promise<Returning[]> {
  const returning: Returning[] = [];
  let room = MOST_BELOW;
  for (const { row, item, above } of rows) {
    const isHiding = item.trash.small && row.class === 'folder';
    const below = isHiding ? await readDescendants(reader, [row], room) : [];
    if (!below) throw new DomainError('selection.too-large', { field: 'ids' });
    room -= below.length;
    const place = places.get(row.id) ?? atTheTop;
    returning.push({ row, item, above, place, sum: sumFor({ row, item }, sums), below });
  }
  return returning;
}

/** All that was deleted together, and nothing of it is gone. */
const isWhole = (rows: readonly TrashRow[]): boolean =>
  rows.every(({ row, item }) => row.id === item.id && !item.touched && item.trash.together === rows.length);

function sumFor({ row, item }: Pick<TrashRow, 'row' | 'item'>, sums: Measured['sums']): KeptSum | null {
  if (!item.kept) return null;
  if (row.id === item.id) return item.kept;
  const measured = sums.get(row.id);
  if (measured?.rev !== item.rev) throw new Changed();
  return measured.sum;
}

async function placesOf(
  reader: Reader,
  rows: readonly TrashRow[],
  {
    to,
    parents,
    exact,
    levels,
    areCounted,
  }: { to: string | undefined; parents: boolean; exact: boolean } & BelowEachOther,
): Promise<ReadonlyMap<ElementId, Place>> {
  const fits = ({ depth, missing }: Place) => {
    const isShallow = depth + missing.length + 1 + levels < limits.maxDepth;
    if (!isShallow && !areCounted) throw new LevelsNotCounted();
    return isShallow;
  };
  if (to !== undefined) {
    const folder = await readFolder(reader, { url: '', folderId: to });
    requireFolder(folder);
    if (!folder.chain) throw new DomainError('folder.not-found', { field: 'to' });
    const place = { folderId: folder.folderId, path: folder.path, depth: folder.chain.length, missing: [] };
    if (!fits(place)) throw new DomainError('depth.exceeded', { field: 'to' });
    return new Map(rows.map(({ row }) => [row.id, place]));
  }
  const places = await readFormerPlaces(reader, rows);
  const chosen = rows.map(({ row }) => {
    const { place, isThere } = places.get(row.id) ?? { place: atTheTop, isThere: false };
    const wanted = isThere || parents ? place : { ...place, missing: [] };
    if (exact && (!isThere || !fits(wanted))) throw new DomainError('folder.not-found', { field: 'ids' });
    return [row.id, fits(wanted) ? wanted : atTheTop] as const;
  });
  return new Map(chosen);
}
