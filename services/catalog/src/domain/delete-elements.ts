import {
  DomainError,
  limboId,
  messages,
  type CatalogEvent,
  type ElementId,
  type KeptSum,
  limits,
  ROOT_ID,
} from '@skyshelf/contracts';
import { blobsOf, goneElements, type CatalogRow } from './catalog-row.js';
import { shrinkage, differenceOf, linkSize, type Decision, type DecisionContext } from './decision.js';
import type { Selection } from './paste-elements.js';
import type { PurgeProcess } from './long-process.js';
import { FreeNames } from './free-names.js';
import { addedDeltas, intoTrash, keptSum, nothingKept } from './trash.js';
import { historyDelta, namedByVersions, type VersionRow } from './versions.js';

export interface SelectedTree extends Selection {
  /** null: more than one transaction takes. */
  below: readonly CatalogRow[] | null;
}

export interface DeletionSlice extends SelectedTree {
  /** The earlier contents of the files, where they go with them. */
  versions: readonly VersionRow[];
  /** null: there is none. */
  trash: DeletionTrash | null;
  /** No folder of the drive is deeper; null: unknown. */
  deepest: number | null;
}

export interface DeletionTrash {
  /** A look at what is over its date is planned. */
  isDue: boolean;
  days: number;
}

export interface DeletionAnswer {
  deletedCount: number;
  process: string | null;
}

export function requireNoDefaults(ids: readonly string[]): void {
  if (ids.some((id) => id.startsWith('default:'))) {
    throw new DomainError('default.locked', { field: 'arr', message: messages.cantDeleteDefault });
  }
}

/**
 * Each root moves to its own limbo, which frees the names at once. It lies in the trash there; without a trash, a large
 * or held deletion waits there to be purged.
 */
export function decideDeleteElements(
  slice: DeletionSlice,
  { newId }: DecisionContext,
  { held }: { held: boolean },
): Decision<DeletionAnswer> {
  const { selected, locked, below, trash } = slice;
  if (locked) throw new DomainError('folder.copying', { field: 'arr' });
  const deletedCount = selected.length;
  if (deletedCount === 0) return { event: null, answer: { deletedCount, process: null } };
  const event = eventFor(slice, trash || below === null || held ? newId() : null);
  return { event, answer: { deletedCount, process: event.process } };
}

/** Format: characters; well below the limit of an event. */
const MOST_PATHS = 256 * 1024;

type Deleted = Extract<CatalogEvent, { type: 'catalog.elements.deleted' }>;

function eventFor(slice: DeletionSlice, process: string | null): Deleted {
  const { roots, below, trash, versions } = slice;
  if (trash && process !== null) return trashEvent(slice, process);
  const removed = process === null ? [...(below ?? []), ...roots] : [];
  return {
    type: 'catalog.elements.deleted',
    roots: roots.map(({ id, parentId }) => ({ id, parentId })),
    removed: removed.map(({ id }) => id),
    ...goingWith(removed, process === null ? versions : []),
    limbo: process === null ? [] : roots.map(({ id }) => ({ id, limboId: limboId(process, id) })),
    process,
  };
}

/** Bytes, counters and versions of rows that go. */
function goingWith(removed: readonly CatalogRow[], versions: readonly VersionRow[]) {
  const named = namedByVersions(versions);
  return {
    blobIds: [...blobsOf(removed), ...named],
    delta:
      versions.length === 0 ? shrinkage(removed) : addedDeltas([shrinkage(removed), historyDelta(versions)]),
    ...(versions.length > 0 && { versions: named }),
    ...(removed.length > 0 && { gone: goneElements(removed) }),
  };
}

function trashEvent({ roots, below, paths, depths, deepest }: DeletionSlice, process: string): Deleted {
  const sums = below && sumsOf(roots, below);
  const counted = sums && roots.map(({ id }) => ({ id, kept: sums.get(id) ?? nothingKept }));
  const highest = Math.min(...roots.map(({ id }) => depths.get(id) ?? 0));
  const places = [...paths].map(([parentId, path]) => ({ parentId, path }));
  return {
    type: 'catalog.elements.deleted',
    roots: roots.map(({ id, parentId }) => ({ id, parentId })),
    removed: [],
    blobIds: [],
    limbo: roots.map(({ id }) => ({ id, limboId: limboId(process, id) })),
    process,
    delta: counted ? addedDeltas(counted.map(({ kept }) => intoTrash(kept))) : shrinkage([]),
    trash: {
      // Only needed when the folders themselves are deleted forever.
      paths: JSON.stringify(places).length <= MOST_PATHS ? places : [],
      counted,
      below: below?.map(({ id }) => id) ?? [],
      ...(deepest !== null && { levels: Math.max(0, deepest - highest) }),
    },
  };
}

/** Sums up each root, itself included. */
function sumsOf(roots: readonly CatalogRow[], below: readonly CatalogRow[]): ReadonlyMap<ElementId, KeptSum> {
  const parents = new Map(below.map(({ id, parentId }) => [id, parentId]));
  const isRoot = new Set(roots.map(({ id }) => id));
  const rootOf = (row: CatalogRow): ElementId => {
    let at = row.id;
    while (!isRoot.has(at)) at = parents.get(at) ?? row.id;
    return at;
  };
  const groups = Map.groupBy([...roots, ...below], rootOf);
  return new Map([...groups].map(([id, rows]) => [id, keptSum(rows)]));
}

/** The plan lists each element after what it contains. */
export interface PurgePortion {
  ids: readonly ElementId[];
  last: boolean;
}

export interface PurgeSlice {
  process: PurgeProcess | null;
  rows: readonly CatalogRow[];
  versions: readonly VersionRow[];
  last: boolean;
}

/** Changes nothing for a finished process or chunk. */
export function decidePurgeChunk(
  chunk: number,
  { process, rows, versions, last }: PurgeSlice,
): Decision<{ last: boolean }> {
  if (!process || process.chunk !== chunk) return { event: null, answer: { last: process === null } };
  if (rows.length === 0) return { event: null, answer: { last } };
  return {
    event: {
      type: 'catalog.elements.purged',
      process: process.id,
      chunk,
      removed: rows.map(({ id }) => id),
      last,
      ...goingWith(rows, versions),
    },
    answer: { last },
  };
}

export interface Home {
  depth: number;
  path: string;
}

export interface CancelDeletionSlice {
  process: PurgeProcess;
  /** The rows that are not purged yet, in the order of the selection. */
  rows: readonly CatalogRow[];
  homes: ReadonlyMap<ElementId, Home>;
  levels: number;
  /** Format: `<parent> <class> <name>`. */
  taken: ReadonlySet<string>;
}

export const placeBefore = ({ parentId, name, tags }: CatalogRow) => ({ parentId, name, tags });

export interface Restoring {
  /** All of it exactly, or nothing: for undo. */
  exact: boolean;
}

/**
 * To its folder, or to the top when that is gone; renamed where its name is taken.
 * @throws DomainError with `exact`: process.not-found when something is purged, folder.not-found, name.exists
 */
export function decideCancelDeletion(
  slice: CancelDeletionSlice,
  { exact }: Restoring = { exact: false },
): Decision<{ ids: ElementId[] }> {
  const { process, rows, homes, levels, taken } = slice;
  if (exact) requireWhole(slice);
  const names = new FreeNames(taken, exact ? 'skip' : 'number');
  const parentOf = parentsOf(slice, { exact });
  const restored = rows.map((row) => {
    const parentId = parentOf(row);
    const free = names.take(row, `${parentId} `);
    if (!free) throw new DomainError('name.exists', { field: 'process' });
    const { name, nameKey } = free;
    const isLink = row.class === 'item' && row.url !== null;
    const size = isLink ? linkSize(name, row.url ?? '') : row.size;
    return { id: row.id, parentId, name, nameKey, tags: row.tags, size, before: placeBefore(row) };
  });
  const answer = { ids: restored.map(({ id }) => id) };
  if (restored.length === 0) return { event: null, answer };
  const after = rows.map((row, index) => ({ ...row, size: restored[index]?.size ?? 0 }));
  const delta = differenceOf(after, rows);
  const event = { type: 'catalog.deletion.cancelled' as const, process: process.id, restored, delta };
  if (JSON.stringify(event).length > limits.maxEventBytes) throw new DomainError('selection.too-large');
  const depths = restored.map(({ parentId }) => (homes.get(parentId)?.depth ?? 0) + 1 + levels);
  return { event, answer, bounds: { depth: Math.max(...depths) } };
}

export function parentsOf(
  { process, homes, levels }: Pick<CancelDeletionSlice, 'process' | 'homes' | 'levels'>,
  { exact }: Restoring,
): (row: Pick<CatalogRow, 'id'>) => ElementId {
  const stood = new Map(process.roots.map(({ id, parentId }) => [id, parentId]));
  return ({ id }) => {
    const home = stood.get(id) ?? ROOT_ID;
    const fits = (homes.get(home)?.depth ?? limits.maxDepth) + levels + 2 <= limits.maxDepth;
    return exact || fits ? home : ROOT_ID;
  };
}

function requireWhole({ process, rows, homes, levels }: CancelDeletionSlice): void {
  if (process.chunk > 1 || rows.length < process.roots.length)
    throw new DomainError('process.not-found', { field: 'process' });
  const depthOf = (home: ElementId) => homes.get(home)?.depth ?? limits.maxDepth;
  const below = rows.some((row) => row.class === 'folder') ? levels : 0;
  if (process.roots.some(({ parentId }) => depthOf(parentId) + 1 + below > limits.maxDepth))
    throw new DomainError('folder.not-found', { field: 'process', message: folderGone });
}

const folderGone = 'The folder that held it does not exist any more.';
