import { DomainError, limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import { differenceOf, linkSize } from './counter-delta.js';
import type { Decision } from './decision.js';
import { FreeNames } from './free-names.js';
import type { PurgeProcess } from './long-process.js';

export interface Home {
  depth: number;
  path: string;
}

export interface CancelDeletionSlice {
  process: PurgeProcess;
  /** Not purged yet, in the order of the selection. */
  rows: readonly CatalogRow[];
  homes: ReadonlyMap<ElementId, Home>;
  levels: number;
  /** `<parent> <class> <name>`. */
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
