import type { CatalogEvent, CounterDelta, ElementId, KeptChange, KeptSum } from '@skyshelf/contracts';
import { isLimbo } from '@skyshelf/contracts';
import { blobsOf, goneElements, type CatalogRow } from './catalog-row.js';
import { growth, shrinkage, type Decision } from './decision.js';
import type { Growth } from './drive-room.js';
import { wordsOf } from './search-words.js';
import { historyDelta, namedByVersions, type VersionRow } from './versions.js';

/** Unique, and sorts by time. */
export const trashKey = (at: Date, id: string): string => `${at.toISOString()} ${id}`;

export const deletedAt = (key: string): Date => new Date(key.slice(0, key.indexOf(' ')));

/** A deleted element that can be restored, in the form in which it lies in the trash. */
export type TrashItem = CatalogRow & { trashed: string; trash: NonNullable<CatalogRow['trash']> };

export const isTrashItem = (row: CatalogRow | undefined): row is TrashItem =>
  row !== undefined && isLimbo(row.parentId) && typeof row.trashed === 'string' && Boolean(row.trash);

/** It lies in the trash, where it is found by none of its words. */
export const isHidden = ({ words, name, tags }: CatalogRow): boolean =>
  words.length === 0 && wordsOf(name, tags).length > 0;

/** The work in the background, outside the stream. */
export type TrashWork =
  /** Something in the trash is over its date by then. */
  | { id: 'due'; kind: 'due'; expires: Date }
  /** Histories are thinned out next by then. */
  | { id: 'thin'; kind: 'thin'; expires: Date }
  | { id: string; kind: 'count'; roots: ElementId[]; expires: Date }
  /** Deletes forever: these, or all that were deleted until then. */
  | { id: string; kind: 'purge'; roots: ElementId[]; before: string | null; expires: Date };

/** Answers the roots that were chosen one by one to be deleted forever. */
export const chosenRoots = (work: readonly TrashWork[]): ElementId[] =>
  work.flatMap((each) => (each.kind === 'purge' && each.before === null ? each.roots : []));

/** `within` holds the element itself and the folders above it, up to that item. */
export const isBeingPurged = (
  work: readonly TrashWork[],
  item: TrashItem,
  within: readonly Pick<CatalogRow, 'id'>[] = [item],
): boolean =>
  work.some(
    (each) =>
      each.kind === 'purge' &&
      ([item, ...within].some(({ id }) => each.roots.includes(id)) ||
        (each.before !== null && item.trashed <= each.before)),
  );

export const nothingKept: KeptSum = { bytes: 0, count: 0, byKind: {} };

export function keptSum(rows: readonly Pick<CatalogRow, 'kind' | 'size'>[]): KeptSum {
  const { used: bytes, count, byKind } = growth(rows);
  return { bytes, count, byKind };
}

export function sumOf(one: KeptSum, other: KeptSum, sign: 1 | -1 = 1): KeptSum {
  const kinds = new Set([...Object.keys(one.byKind), ...Object.keys(other.byKind)]) as Set<
    keyof KeptSum['byKind']
  >;
  const byKind = Object.fromEntries(
    [...kinds]
      .map((kind) => [kind, (one.byKind[kind] ?? 0) + sign * (other.byKind[kind] ?? 0)] as const)
      .filter(([, bytes]) => bytes !== 0),
  );
  return { bytes: one.bytes + sign * other.bytes, count: one.count + sign * other.count, byKind };
}

/** Brings bytes from use into the trash, or back with -1. */
export function intoTrash({ bytes, count, byKind }: KeptSum, sign: 1 | -1 = 1): CounterDelta {
  const kinds = Object.entries(byKind).map(([kind, each]) => [kind, 0 - sign * each] as const);
  return {
    used: 0 - sign * bytes,
    count: 0 - sign * count,
    byKind: Object.fromEntries(kinds.filter(([, each]) => each !== 0)),
    kept: 0 + sign * bytes,
    keptCount: 0 + sign * count,
  };
}

export function addedDeltas(deltas: readonly CounterDelta[]): CounterDelta {
  const sum = { used: 0, count: 0, byKind: {} as CounterDelta['byKind'], kept: 0, keptCount: 0 };
  let inHistory = 0;
  for (const { used, count, byKind, kept = 0, keptCount = 0, history = 0 } of deltas) {
    inHistory += history;
    sum.used += used;
    sum.count += count;
    sum.kept += kept;
    sum.keptCount += keptCount;
    for (const [kind, bytes] of Object.entries(byKind) as [keyof CounterDelta['byKind'], number][])
      sum.byKind[kind] = (sum.byKind[kind] ?? 0) + bytes;
  }
  return { ...sum, ...(inHistory !== 0 && { history: inHistory }) };
}

/** A row that lies in the trash, with the element that was deleted and holds it. */
export interface TrashRow {
  row: CatalogRow;
  item: TrashItem;
  /** The folders between them, the nearest first, and the item. */
  above: readonly CatalogRow[];
}

export const isGone = (work: readonly TrashWork[], { row, item, above }: TrashRow): boolean =>
  isBeingPurged(work, item, [row, ...above]);

/** One that goes takes the earlier contents of a file with it. */
export interface LeavingRow extends TrashRow {
  versions: readonly VersionRow[];
}

export interface TrashPurge {
  process: string;
  rows: readonly LeavingRow[];
  /** Stops when so much is gone; null: all of it. */
  missing: Growth | null;
}

export interface PurgedTrash {
  removed: ElementId[];
  bytes: number;
}

/** A folder comes after all that it holds in `rows`. */
export function decidePurgeTrash({ process, rows, missing }: TrashPurge): Decision<PurgedTrash> {
  const gone = missing ? firstOf(rows, missing) : rows;
  const removed = gone.map(({ row }) => row.id);
  const bytes = gone.reduce((sum, each) => sum + bytesOf(each), 0);
  const versions = gone.flatMap((each) => each.versions);
  if (gone.length === 0) return { event: null, answer: { removed, bytes } };
  const { delta, changed } = takenFrom(gone);
  const event: CatalogEvent = {
    type: 'catalog.elements.purged',
    process,
    chunk: 1,
    removed,
    blobIds: [...blobsOf(gone.map(({ row }) => row)), ...namedByVersions(versions)],
    last: false,
    gone: goneElements(gone.map(({ row }) => row)),
    delta: versions.length === 0 ? delta : addedDeltas([delta, historyDelta(versions)]),
    trash: changed,
    ...(versions.length > 0 && { versions: namedByVersions(versions) }),
    ...(missing && { room: true }),
  };
  return { event, answer: { removed, bytes } };
}

const bytesOf = ({ row, versions }: LeavingRow): number =>
  versions.reduce((sum, { size }) => sum + size, row.size);

function firstOf(rows: readonly LeavingRow[], missing: Growth): LeavingRow[] {
  let { bytes, count } = missing;
  const gone: LeavingRow[] = [];
  for (const each of rows) {
    if (bytes <= 0 && count <= 0) break;
    gone.push(each);
    bytes -= bytesOf(each);
    count -= 1 + each.versions.length;
  }
  return gone;
}

/** Counted elements reduce `kept`, the others reduce `used`. */
function takenFrom(gone: readonly TrashRow[]): { delta: CounterDelta; changed: KeptChange[] } {
  const deltas: CounterDelta[] = [];
  const changed: KeptChange[] = [];
  for (const [item, ofItem] of Map.groupBy(gone, (each) => each.item.id)) {
    const [first] = ofItem;
    if (!first) continue;
    const kept = first.item.kept ?? null;
    const rows = ofItem.map(({ row }) => row);
    const sum = keptSum(rows);
    deltas.push(
      kept
        ? { used: 0, count: 0, byKind: {}, kept: 0 - sum.bytes, keptCount: 0 - sum.count }
        : shrinkage(rows),
    );
    if (!rows.some(({ id }) => id === item)) changed.push({ id: item, kept: kept && sumOf(kept, sum, -1) });
  }
  return { delta: addedDeltas(deltas), changed };
}

export interface CountedItem {
  item: CatalogRow | null;
  /** The version in which it was counted. */
  rev: number;
  sum: KeptSum;
}

/** Only if nothing was taken out of it since it was counted. */
export function decideCountTrash(counted: readonly CountedItem[]): Decision<{ again: boolean }> {
  const whole = counted.filter(
    ({ item, rev }) => item && isTrashItem(item) && !item.kept && item.rev === rev,
  );
  const again = counted.some(({ item, rev }) => item && isTrashItem(item) && !item.kept && item.rev !== rev);
  if (whole.length === 0) return { event: null, answer: { again } };
  const items = whole.flatMap(({ item, sum }) => (item ? [{ id: item.id, kept: sum }] : []));
  const delta = addedDeltas(items.map(({ kept }) => intoTrash(kept)));
  return { event: { type: 'catalog.trash.counted', items, delta }, answer: { again } };
}

/** Unit: milliseconds. */
export const daysMs = (days: number): number => days * 24 * 3600_000;
