import { DomainError, limits, type CopiedElement, type ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from './catalog-row.js';
import { copyOf } from './copied-rows.js';
import { growth } from './counter-delta.js';
import type { Decision, DecisionContext } from './decision.js';
import { elementsToPaste, type Pasted, type PasteSlice } from './paste-elements.js';

export interface CopySlice extends PasteSlice {
  /** Parents first. */
  below: readonly CatalogRow[];
}

/**
 * For what fits one transaction: new ids, a new date, the same bytes.
 * @throws DomainError those of `elementsToPaste`, depth.exceeded
 */
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
