import type { ElementView } from '@skyshelf/contracts/browser';
import { isFolder, kindOf, kinds } from '../../../shared/kinds/kind-of.js';

export const sortFields = ['name', 'date', 'size', 'kind'] as const;
export type SortField = (typeof sortFields)[number];
export interface Sort {
  field: SortField;
  descending: boolean;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byName = (a: ElementView, b: ElementView): number =>
  collator.compare(a.linkname, b.linkname) || (a._id < b._id ? -1 : 1);

const comparisons: Record<SortField, (a: ElementView, b: ElementView) => number> = {
  name: byName,
  date: (a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1),
  size: (a, b) => a.size - b.size,
  kind: (a, b) =>
    kinds.indexOf(kindOf(a)) - kinds.indexOf(kindOf(b)) ||
    collator.compare(a.extension ?? '', b.extension ?? ''),
};

/** Choosing the same field turns the order round; a new field starts ascending. */
export const nextSort = (current: Sort, field: SortField): Sort => ({
  field,
  descending: current.field === field ? !current.descending : false,
});

/** Folders first, then by the field, then by name. */
export const sortElements = (
  elements: readonly ElementView[],
  { field, descending }: Sort,
): ElementView[] => {
  const compare = comparisons[field];
  const sign = descending ? -1 : 1;
  return [...elements].sort(
    (a, b) => Number(isFolder(b)) - Number(isFolder(a)) || sign * compare(a, b) || byName(a, b),
  );
};

/** Without case and accents: `Café` is found by `cafe`. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const filterElements = (elements: readonly ElementView[], query: string): readonly ElementView[] => {
  const wanted = foldText(query.trim());
  return wanted === '' ? elements : elements.filter((element) => foldText(element.linkname).includes(wanted));
};
