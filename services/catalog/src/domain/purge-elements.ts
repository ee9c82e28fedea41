import type { ElementId } from '@skyshelf/contracts';
import { blobsOf } from './blobs-of.js';
import type { CatalogRow } from './catalog-row.js';
import { shrinkage } from './counter-delta.js';
import type { Decision } from './decision.js';
import type { PurgeProcess } from './long-process.js';

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
  /** Nothing is left after them. */
  last: boolean;
}

/** Leaf first. Changes nothing for a finished process or chunk. */
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
