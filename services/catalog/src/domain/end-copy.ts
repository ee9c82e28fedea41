import { limboId, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import type { Decision, DecisionContext } from './decision.js';
import type { CopyProcess, PurgeProcess } from './long-process.js';

export interface EndCopySlice {
  process: CopyProcess | null;
  /** Those that still reach the root. */
  placeholders: readonly CatalogRow[];
  /** Those deleted since and not purged yet. */
  deleted: readonly ElementId[];
}

/** All is copied. */
export function decideFinishCopy({ process, placeholders, deleted }: EndCopySlice): Decision<null> {
  const ids: ElementId[] = [...placeholders.map(({ id }) => id), ...deleted];
  if (!process || ids.length === 0) return { event: null, answer: null };
  return { event: { type: 'catalog.copy.finished', process: process.id, placeholders: ids }, answer: null };
}

/** What was copied leaves the tree at once and is purged by the answered process. */
export function decideCancelCopy(
  reason: 'asked' | 'no-room',
  { process, placeholders, deleted }: EndCopySlice,
  { newId }: Pick<DecisionContext, 'newId'>,
): Decision<{ purge: PurgeProcess | null }> {
  if (!process) return { event: null, answer: { purge: null } };
  const id = newId();
  const limbo = placeholders.map((row) => ({
    id: row.id,
    parentId: row.parentId,
    limboId: limboId(id, row.id),
  }));
  const purge: PurgeProcess | null =
    limbo.length === 0 ? null : { id, kind: 'purge', roots: limbo, chunk: 1, done: 0 };
  return {
    event: {
      type: 'catalog.copy.cancelled',
      process: process.id,
      reason,
      limbo,
      left: [...deleted],
      purge: purge && id,
    },
    answer: { purge },
  };
}
