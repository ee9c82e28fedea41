import { DomainError, limits, type CopiedElement, type ElementId } from '@skyshelf/contracts';
import { type CatalogRow, copyOf } from './catalog-row.js';
import { growth, type Decision, type DecisionContext } from './decision.js';
import { elementsToPaste, type Pasted, type PasteSlice } from './paste-elements.js';
import type { DriveRoom } from './drive-room.js';
import type { CopyProcess } from './long-process.js';

export interface CopySlice extends PasteSlice {
  /** Order: parents first. */
  below: readonly CatalogRow[];
}

export function decideCopyElements(
  slice: CopySlice,
  { newId }: Pick<DecisionContext, 'newId'>,
): Decision<Pasted> {
  const { coming, warnings } = elementsToPaste('copy', slice);
  const { folderId, path, chain } = slice.target;
  const depths = new Map<ElementId, number>();
  const copies = new Map<ElementId, CopiedElement>();
  const add = (row: CatalogRow, parentId: ElementId, depth: number) => {
    if (depth > limits.maxDepth) throw new DomainError('depth.exceeded', { field: 'url' });
    depths.set(row.id, depth);
    copies.set(row.id, copyOf(row, { id: newId() as ElementId, parentId }));
  };
  for (const row of coming) add(row, folderId, (chain?.length ?? 0) + 1);
  for (const row of slice.below) {
    const parent = copies.get(row.parentId);
    if (parent) add(row, parent.id, (depths.get(row.parentId) ?? 0) + 1);
  }
  const elements = [...copies.values()];
  const ids = elements.slice(0, coming.length).map(({ id }) => id);
  const answer = { ids, warnings, path, process: null };
  if (elements.length === 0) return { event: null, answer };
  const event = {
    type: 'catalog.elements.copied' as const,
    elements,
    progress: null,
    delta: growth(elements),
  };
  const folders = [...coming, ...slice.below].filter((row) => row.class === 'folder');
  const depth = Math.max(0, ...folders.map(({ id }) => depths.get(id) ?? 0));
  return { event, answer, bounds: { depth } };
}

export interface Extent {
  count: number;
  bytes: number;
  levels: number;
}

export interface StartCopySlice extends PasteSlice {
  extents: ReadonlyMap<ElementId, Extent>;
  room: DriveRoom & { version: number };
}

export interface StartedCopy extends Pasted {
  copy: CopyProcess | null;
}

/** Files and links are there at once; each folder is a placeholder that fills up. */
export function decideStartCopy(
  slice: StartCopySlice,
  { newId }: Pick<DecisionContext, 'newId'>,
): Decision<StartedCopy> {
  const { coming, warnings } = elementsToPaste('copy', slice);
  const { folderId, path } = slice.target;
  requireLevels(coming, slice);
  const elements = coming.map((row) => copyOf(row, { id: newId() as ElementId, parentId: folderId }));
  const ids = elements.map(({ id }) => id);
  const copy = copyProcess(elements, slice, newId);
  const answer = { ids, warnings, path, process: copy?.id ?? null, copy };
  if (elements.length === 0) return { event: null, answer };
  if (slice.room.count + (copy?.total ?? elements.length) > limits.maxElementsPerDrive)
    throw new DomainError('drive.full');
  const event = {
    type: 'catalog.elements.copied' as const,
    elements,
    progress: copy && progressOf(copy),
    delta: growth(elements),
  };
  if (JSON.stringify(event).length > limits.maxEventBytes)
    throw new DomainError('selection.too-large', { field: 'arr' });
  // The chunks report their own depths.
  return { event, answer, bounds: { depth: (slice.target.chain?.length ?? 0) + 1 } };
}

function requireLevels(
  coming: readonly CatalogRow[],
  { target, extents }: Pick<StartCopySlice, 'target' | 'extents'>,
): void {
  const deepest = coming
    .filter((row) => row.class === 'folder')
    .map(({ id }) => (target.chain?.length ?? 0) + 1 + (extents.get(id)?.levels ?? 0));
  if (Math.max(0, ...deepest) + 1 > limits.maxDepth)
    throw new DomainError('depth.exceeded', { field: 'url' });
}

/** `ids`: the folders that still exist. */
export const progressOf = (
  { id, done, total, roots }: CopyProcess,
  placeholders: readonly ElementId[] = roots.map((root) => root.id),
) => ({ process: id, done, total: Math.max(done, total), placeholders: [...placeholders] });

function copyProcess(
  elements: readonly CopiedElement[],
  { extents, room }: StartCopySlice,
  newId: () => string,
): CopyProcess | null {
  const folders = elements.filter((each) => each.class === 'folder');
  if (folders.length === 0) return null;
  const below = folders.map(({ source }) => extents.get(source) ?? { count: 0, bytes: 0, levels: 0 });
  return {
    id: newId(),
    kind: 'copy',
    chunk: 1,
    done: elements.length,
    total: elements.length + below.reduce((sum, { count }) => sum + count, 0),
    roots: folders.map(({ id, source }) => ({ id, source })),
    startVersion: room.version,
    reserved: below.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
