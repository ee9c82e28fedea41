import { ROOT_ID, type CatalogEvent, type ElementId } from '@skyshelf/contracts';
import { blobsOf, type CatalogRow } from '../catalog-row.js';
import { shrinkage } from '../counter-delta.js';
import type { ImportProcess } from '../long-process.js';
import { importedId } from './import-chunk.js';

export interface TakeBackSlice {
  process: ImportProcess | null;
  rows: ReadonlyMap<ElementId, CatalogRow>;
  children: readonly CatalogRow[];
}

type Deleted = Extract<CatalogEvent, { type: 'catalog.elements.deleted' }>;

/** Last first: a folder's content comes before it. */
export const entriesBefore = (process: string, before: number, most: number): ElementId[] =>
  Array.from({ length: Math.min(before, most) }, (_, step) => importedId(process, before - 1 - step));

/** Folders in which others have put something stay. */
export function decideTakeBack(
  { process, rows, children }: TakeBackSlice,
  before: number,
  ids: readonly ElementId[],
): { event: Deleted | null; answer: { process: ImportProcess | null; removed: ElementId[] } } {
  if (!process || process.done !== before) return { event: null, answer: { process: null, removed: [] } };
  const inside = Map.groupBy(children, ({ parentId }) => parentId);
  const removed = new Set<ElementId>();
  for (const id of ids)
    if (rows.has(id) && (inside.get(id) ?? []).every((child) => removed.has(child.id))) removed.add(id);
  const gone = [...removed].flatMap((id) => rows.get(id) ?? []);
  const next = { ...process, chunk: process.chunk + 1, done: before - ids.length };
  const answer = { process: next, removed: [...removed] };
  if (gone.length === 0) return { event: null, answer };
  const roots = gone.filter(({ parentId }) => parentId === ROOT_ID || !removed.has(parentId));
  const event: Deleted = {
    type: 'catalog.elements.deleted',
    roots: roots.map(({ id, parentId }) => ({ id, parentId })),
    removed: [...removed],
    blobIds: blobsOf(gone),
    limbo: [],
    process: null,
    delta: shrinkage(gone),
  };
  return { event, answer };
}
