import { DomainError, limboId, messages, type ElementId } from '@skyshelf/contracts';
import { blobsOf, type CatalogRow } from './catalog-row.js';
import { shrinkage } from './counter-delta.js';
import type { Decision, DecisionContext } from './decision.js';
import type { Selection } from './paste-elements.js';
import type { PurgeProcess } from './long-process.js';

export interface DeletionSlice extends Selection {
  /** null: more than one transaction takes. */
  below: readonly CatalogRow[] | null;
}

export interface DeletionAnswer {
  deletedCount: number;
  /** Purges what waits in limbo. */
  process: string | null;
}

export function requireNoDefaults(ids: readonly string[]): void {
  if (ids.some((id) => id.startsWith('default:'))) {
    throw new DomainError('default.locked', { field: 'arr', message: messages.cantDeleteDefault });
  }
}

/**
 * Large or held: each root moves to its own limbo, which frees the names at once, and a process purges the
 * rest.
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

/** As planned: each element after what it holds. */
export interface PurgePortion {
  ids: readonly ElementId[];
  /** Nothing is left after them. */
  last: boolean;
}

export interface PurgeSlice {
  process: PurgeProcess | null;
  /** None holds a row that is not in it. */
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
