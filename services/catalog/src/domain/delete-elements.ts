import { DomainError, limboId, messages, type ElementId, limits, ROOT_ID } from '@skyshelf/contracts';
import { blobsOf, type CatalogRow } from './catalog-row.js';
import { shrinkage, differenceOf, linkSize, type Decision, type DecisionContext } from './decision.js';
import type { Selection } from './paste-elements.js';
import type { PurgeProcess } from './long-process.js';
import { FreeNames } from './free-names.js';

export interface DeletionSlice extends Selection {
  /** null: more than one transaction takes. */
  below: readonly CatalogRow[] | null;
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
 * Decides a large or held deletion: each root moves to its own limbo, which frees the names at once, and a process
 * purges the rest.
 */
export function decideDeleteElements(
  { selected, roots, locked, below }: DeletionSlice,
  { newId }: DecisionContext,
  { held }: { held: boolean },
): Decision<DeletionAnswer> {
  if (locked) throw new DomainError('folder.copying', { field: 'arr' });
  const deletedCount = selected.length;
  if (deletedCount === 0) return { event: null, answer: { deletedCount, process: null } };
  const placed = roots.map(({ id, parentId }) => ({ id, parentId }));
  if (below === null || held) {
    const process = newId();
    const limbo = roots.map(({ id }) => ({ id, limboId: limboId(process, id) }));
    const event = {
      type: 'catalog.elements.deleted' as const,
      roots: placed,
      removed: [],
      blobIds: [],
      limbo,
      process,
      delta: shrinkage([]),
    };
    return { event, answer: { deletedCount, process } };
  }
  const gone = [...below, ...roots];
  const removed: ElementId[] = gone.map(({ id }) => id);
  const blobIds = blobsOf(gone);
  const delta = shrinkage(gone);
  const event = {
    type: 'catalog.elements.deleted' as const,
    roots: placed,
    removed,
    blobIds,
    limbo: [],
    process: null,
    delta,
  };
  return { event, answer: { deletedCount, process: null } };
}

/** The plan lists each element after what it contains. */
export interface PurgePortion {
  ids: readonly ElementId[];
  last: boolean;
}

export interface PurgeSlice {
  process: PurgeProcess | null;
  rows: readonly CatalogRow[];
  last: boolean;
}

/** Changes nothing for a finished process or chunk. */
export function decidePurgeChunk(
  chunk: number,
  { process, rows, last }: PurgeSlice,
): Decision<{ last: boolean }> {
  if (!process || process.chunk !== chunk) return { event: null, answer: { last: process === null } };
  if (rows.length === 0) return { event: null, answer: { last } };
  return {
    event: {
      type: 'catalog.elements.purged',
      process: process.id,
      chunk,
      removed: rows.map(({ id }) => id),
      blobIds: blobsOf(rows),
      last,
      delta: shrinkage(rows),
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
    return { id: row.id, parentId, name, nameKey, tags: row.tags, size };
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
