import type { ElementView } from '@skyshelf/contracts/browser';
import { compareKinds, compareNames, couldBeName, foldAccents } from '@skyshelf/contracts/rules';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import type { Sort, SortField } from './sort.js';

const byName = (a: ElementView, b: ElementView): number =>
  compareNames(a.linkname, b.linkname) || (a._id < b._id ? -1 : 1);

const kindOfElement = ({ linktype: kind, extension }: ElementView) => ({ kind, extension });

const comparisons: Record<SortField, (a: ElementView, b: ElementView) => number> = {
  name: byName,
  date: (a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1),
  size: (a, b) => a.size - b.size,
  kind: (a, b) => compareKinds(kindOfElement(a), kindOfElement(b)),
};

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
export const filterElements = (elements: readonly ElementView[], query: string): readonly ElementView[] => {
  // A page that is given a novel to look for has nothing to show, at once.
  if (!couldBeName(query)) return [];
  const wanted = foldAccents(query.trim());
  return wanted === '' ? elements : elements.filter((element) => foldedName(element).includes(wanted));
};

/** Letters of most scripts take a while to fold, and a query grows letter by letter. */
const folded = new WeakMap<ElementView, string>();
function foldedName(element: ElementView): string {
  const known = folded.get(element) ?? foldAccents(element.linkname);
  folded.set(element, known);
  return known;
}
