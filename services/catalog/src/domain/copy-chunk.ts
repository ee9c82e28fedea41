import { limits, type CopiedElement, type ElementId, limboId } from '@skyshelf/contracts';
import { type CatalogRow, copyOf } from './catalog-row.js';
import { growth, linkSize, type Decision, type DecisionContext } from './decision.js';
import type { CopyProcess, PurgeProcess } from './long-process.js';
import { freeName, siblingKey } from './free-names.js';
import { progressOf } from './copy-elements.js';

export interface PlannedCopy {
  source: ElementId;
  /** Derived from process and source, so that nothing is copied twice. */
  id: ElementId;
  parentId: ElementId;
  /** The new folder around all of it. */
  placeholder: ElementId;
  /** Below that folder, 1 for its own content. */
  depth: number;
}

export interface CopyChunkSlice {
  process: CopyProcess | null;
  rows: ReadonlyMap<ElementId, CatalogRow>;
  /** The elements that still reach the root, with their depth. */
  reachable: ReadonlyMap<ElementId, number>;
  /** The elements deleted since and not purged yet. */
  deleted: readonly ElementId[];
  /** Format: `<parent> <class> <name>`. */
  taken: ReadonlySet<string>;
}

export interface CopiedChunk {
  /** Nothing is left to do. */
  over: boolean;
  process: CopyProcess | null;
}

/** Skips what is gone, newer than the copy's start, or copied already. */
export function decideCopyChunk(plan: readonly PlannedCopy[], slice: CopyChunkSlice): Decision<CopiedChunk> {
  const { process, reachable } = slice;
  if (!process) return { event: null, answer: { over: true, process: null } };
  const meant = new Set(plan.map(({ placeholder }) => placeholder));
  if (reachable.size === 0 && process.roots.every(({ id }) => meant.has(id))) {
    const event = {
      type: 'catalog.copy.cancelled' as const,
      process: process.id,
      reason: 'target-gone' as const,
      limbo: [],
      left: [...slice.deleted],
      purge: null,
    };
    return { event, answer: { over: true, process: null } };
  }
  const elements = copiesOf(plan, process, slice);
  if (elements.length === 0)
    return { event: null, answer: { over: false, process: { ...process, chunk: process.chunk + 1 } } };
  const delta = growth(elements);
  const next: CopyProcess = {
    ...process,
    chunk: process.chunk + 1,
    done: process.done + elements.length,
    reserved: Math.max(0, process.reserved - delta.used),
  };
  const progress = progressOf(next, [...reachable.keys()]);
  return {
    event: { type: 'catalog.elements.copied', elements, progress, delta },
    answer: { over: false, process: next },
    bounds: { depth: depthOf(elements, plan, reachable) },
  };
}

function depthOf(
  elements: readonly CopiedElement[],
  plan: readonly PlannedCopy[],
  reachable: CopyChunkSlice['reachable'],
): number {
  const folders = new Set(elements.filter((each) => each.class === 'folder').map(({ id }) => id));
  const depths = plan
    .filter(({ id }) => folders.has(id))
    .map(({ placeholder, depth }) => (reachable.get(placeholder) ?? 0) + depth);
  return Math.max(0, ...depths);
}

function copiesOf(
  plan: readonly PlannedCopy[],
  { startVersion }: CopyProcess,
  { rows, reachable, taken }: CopyChunkSlice,
): CopiedElement[] {
  const there = new Set(rows.keys());
  const names = new Set(taken);
  return plan.flatMap(({ source, id, parentId, placeholder, depth }) => {
    const row = rows.get(source);
    const above = reachable.get(placeholder);
    if (!row || above === undefined || row.bornVersion > startVersion) return [];
    if (there.has(id) || !there.has(parentId) || above + depth > limits.maxDepth) return [];
    const keyOf = (nameKey: string) => `${parentId} ${siblingKey({ class: row.class, nameKey })}`;
    const free = freeName(row.name, (key) => names.has(keyOf(key)), row.extension !== null);
    names.add(keyOf(free.nameKey));
    there.add(id);
    const isLink = row.class === 'item' && row.url !== null;
    const size = isLink ? linkSize(free.name, row.url ?? '') : row.size;
    return [{ ...copyOf(row, { id, parentId }), ...free, size }];
  });
}

export interface EndCopySlice {
  process: CopyProcess | null;
  placeholders: readonly CatalogRow[];
  deleted: readonly ElementId[];
}

export function decideFinishCopy({ process, placeholders, deleted }: EndCopySlice): Decision<null> {
  const ids: ElementId[] = [...placeholders.map(({ id }) => id), ...deleted];
  if (!process || ids.length === 0) return { event: null, answer: null };
  return { event: { type: 'catalog.copy.finished', process: process.id, placeholders: ids }, answer: null };
}

/** Its elements leave the tree at once and are purged by the answered process. */
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
