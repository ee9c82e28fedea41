import { DomainError, limits, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import { differenceOf } from './counter-delta.js';
import type { Decision } from './decision.js';
import { undoableIfItFits } from './undoable.js';
import { elementsToPaste, type Pasted, type PasteSlice } from './paste-elements.js';

export interface MoveSlice extends PasteSlice {
  /** At most, of folders that move deeper; 0 without any. Exact when it exceeds the limit. */
  deepest: number;
}

/** One changed row each. */
export function decideMoveElements(slice: MoveSlice): Decision<Pasted> {
  const { coming, warnings } = elementsToPaste('cut', slice);
  const { folderId, path } = slice.target;
  const answer = { ids: coming.map(({ id }) => id), warnings, path, process: null };
  if (coming.length === 0) return { event: null, answer };
  const folders = coming.some((row) => row.class === 'folder');
  // It may hold something.
  if (folders && slice.deepest + 1 > limits.maxDepth)
    throw new DomainError('depth.exceeded', { field: 'url' });
  const before = new Map(slice.selection.roots.map((row) => [row.id, row]));
  const moved = coming.map((row) => ({
    id: row.id,
    class: row.class,
    from: row.parentId,
    ...renaming(row, before),
    before: { name: before.get(row.id)?.name ?? row.name, tags: row.tags },
  }));
  const renamed = coming.filter(({ id, name }) => before.get(id)?.name !== name);
  const delta = differenceOf(
    renamed,
    renamed.flatMap(({ id }) => before.get(id) ?? []),
  );
  return {
    event: {
      type: 'catalog.elements.moved',
      moved: undoableIfItFits(moved),
      to: folderId,
      ...(delta.used !== 0 && { delta }),
    },
    answer,
    bounds: { depth: slice.deepest },
  };
}

const renaming = (
  { id, name, nameKey, tags, size }: CatalogRow,
  before: ReadonlyMap<ElementId, CatalogRow>,
) => (name === before.get(id)?.name ? {} : { renamed: { name, nameKey, tags, size } });
