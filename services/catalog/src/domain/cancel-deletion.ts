import { DomainError, limits, ROOT_ID, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import { growth } from './counter-delta.js';
import type { Decision } from './decision.js';
import { linkSize } from './link-size.js';
import type { PurgeProcess } from './long-process.js';
import { freeName } from './numbered-name.js';
import { placeKey } from './paste-elements.js';

/** A folder that deleted elements stood in. */
export interface Home {
  /** The length of its way to the root. */
  depth: number;
  path: string;
}

export interface CancelDeletionSlice {
  process: PurgeProcess;
  /** Deleted roots that are not purged yet, in the order in which they were selected. */
  rows: readonly CatalogRow[];
  /** Folders they stood in that are still to be had. */
  homes: ReadonlyMap<ElementId, Home>;
  /** Levels of folders below them. */
  levels: number;
  /** `<parent> <class> <name>` that is taken. */
  taken: ReadonlySet<string>;
}

/**
 * What a large deletion has not purged yet comes back: to its folder, or to the top when that is gone.
 * @throws DomainError selection.too-large
 */
export function decideCancelDeletion({
  process,
  rows,
  homes,
  levels,
  taken,
}: CancelDeletionSlice): Decision<{ ids: ElementId[] }> {
  const parents = new Map(process.roots.map(({ id, parentId }) => [id, parentId]));
  const names = new Set(taken);
  const restored = rows.map((row) => {
    const home = parents.get(row.id) ?? ROOT_ID;
    const fits = (homes.get(home)?.depth ?? limits.maxDepth) + levels + 2 <= limits.maxDepth;
    const parentId = fits ? home : ROOT_ID;
    const keyOf = (nameKey: string) => `${parentId} ${placeKey({ class: row.class, nameKey })}`;
    const free = freeName(row.name, (key) => names.has(keyOf(key)), row.extension !== null);
    names.add(keyOf(free.nameKey));
    const isLink = row.class === 'item' && row.url !== null;
    const size = isLink ? linkSize(free.name, row.url ?? '') : row.size;
    return { id: row.id, parentId, ...free, tags: row.tags, size };
  });
  const answer = { ids: restored.map(({ id }) => id) };
  if (restored.length === 0) return { event: null, answer };
  const [before, after] = [
    growth(rows),
    growth(rows.map((row, index) => ({ ...row, size: restored[index]?.size ?? 0 }))),
  ];
  const grown = after.used - before.used;
  const delta = { used: grown, count: 0, byKind: differenceOf(after.byKind, before.byKind) };
  const event = { type: 'catalog.deletion.cancelled' as const, process: process.id, restored, delta };
  if (JSON.stringify(event).length > limits.maxEventBytes) throw new DomainError('selection.too-large');
  const depths = restored.map(({ parentId }) => (homes.get(parentId)?.depth ?? 0) + 1 + levels);
  return { event, answer, bounds: { depth: Math.max(...depths) } };
}

type ByKind = ReturnType<typeof growth>['byKind'];

function differenceOf(after: ByKind, before: ByKind): ByKind {
  const kinds = Object.keys(after) as (keyof ByKind)[];
  return Object.fromEntries(
    kinds
      .map((kind) => [kind, (after[kind] ?? 0) - (before[kind] ?? 0)] as const)
      .filter(([, bytes]) => bytes !== 0),
  );
}
