import type { ElementView } from '@skyshelf/contracts/browser';
import { compareKinds, compareNames, couldBeName, foldAccents, nameSortKey } from '@skyshelf/contracts/rules';
import { isFolder } from '../../../shared/kinds/kind-of.js';

interface SortEntry {
  element: ElementView;
  /** Folders sort before items. */
  rank: 0 | 1;
  /** Null: only the collator can compare it. */
  name: string | null;
  kind: { kind: string; extension: string | null };
}

type Compare = (a: SortEntry, b: SortEntry) => number;

const nameKeys = new WeakMap<ElementView, string | null>();
const nameKeyOf = (element: ElementView): string | null => {
  const known = nameKeys.get(element);
  if (known !== undefined) return known;
  const key = nameSortKey(element.linkname);
  nameKeys.set(element, key);
  return key;
};

const sortEntry = (element: ElementView): SortEntry => ({
  element,
  rank: isFolder(element) ? 0 : 1,
  name: nameKeyOf(element),
  kind: { kind: element.linktype, extension: element.extension },
});

const order = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** An element that was not uploaded has its own date. */
const modifiedOf = ({ modified, date }: ElementView): string => modified ?? date;

const byName: Compare = (a, b) =>
  (a.name !== null && b.name !== null
    ? order(a.name, b.name)
    : compareNames(a.element.linkname, b.element.linkname)) || order(a.element._id, b.element._id);

const comparisons: Record<Sort['field'], Compare> = {
  name: byName,
  date: (a, b) => order(a.element.date, b.element.date),
  modified: (a, b) => order(modifiedOf(a.element), modifiedOf(b.element)),
  size: (a, b) => a.element.size - b.element.size,
  kind: (a, b) =>
    a.kind.kind === b.kind.kind && a.kind.extension === b.kind.extension ? 0 : compareKinds(a.kind, b.kind),
};

const comparing = ({ field, descending }: Sort): Compare => {
  const compare = comparisons[field];
  const sign = descending ? -1 : 1;
  return (a, b) => a.rank - b.rank || sign * compare(a, b) || byName(a, b);
};

const isBefore = (a: SortEntry | undefined, b: SortEntry, compare: Compare): boolean =>
  a !== undefined && compare(a, b) < 0;

/** Searches by doubling steps, then by bisection. */
const countBefore = (list: readonly SortEntry[], one: SortEntry, from: number, compare: Compare): number => {
  let low = from;
  let step = 1;
  for (; isBefore(list[low + step - 1], one, compare); step *= 2) low += step;
  let high = Math.min(list.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(list[middle], one, compare)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Compares as often as the shorter one needs. */
const merged = (list: readonly SortEntry[], more: readonly SortEntry[], compare: Compare): SortEntry[] => {
  const all: SortEntry[] = [];
  let from = 0;
  for (const one of more) {
    const to = countBefore(list, one, from, compare);
    for (const each of list.slice(from, to)) all.push(each);
    all.push(one);
    from = to;
  }
  return from === 0 ? [...all, ...list] : all.concat(list.slice(from));
};

const sortedOf = (elements: readonly ElementView[], compare: Compare): SortEntry[] =>
  elements.map(sortEntry).sort(compare);

export const sortElements = (elements: readonly ElementView[], sort: Sort): ElementView[] =>
  sortedOf(elements, comparing(sort)).map(({ element }) => element);

/** Unchanged entries are not compared again: a change is cheap in any folder. */
export class SortedListing {
  #given: readonly ElementView[] = [];
  #sort: Sort | null = null;
  #entries: readonly SortEntry[] = [];
  #sorted: readonly ElementView[] = [];

  /** The same list while neither has changed. */
  of(elements: readonly ElementView[], sort: Sort): readonly ElementView[] {
    if (elements === this.#given && sort === this.#sort) return this.#sorted;
    const compare = comparing(sort);
    this.#entries = sort === this.#sort ? this.#changed(elements, compare) : sortedOf(elements, compare);
    this.#sorted = this.#entries.map(({ element }) => element);
    this.#given = elements;
    this.#sort = sort;
    return this.#sorted;
  }

  #changed(elements: readonly ElementView[], compare: Compare): SortEntry[] {
    const gone = new Set(this.#given);
    const added = elements.filter((element) => !gone.delete(element));
    const stay = gone.size === 0 ? this.#entries : this.#entries.filter(({ element }) => !gone.has(element));
    return merged(stay, sortedOf(added, compare), compare);
  }
}

export const sortFields = ['name', 'date', 'modified', 'size', 'kind'] as const;
export type SortField = (typeof sortFields)[number];
export interface Sort {
  field: SortField;
  descending: boolean;
}

export const nextSort = (current: Sort, field: SortField): Sort => ({
  field,
  descending: current.field === field ? !current.descending : false,
});

/** One of them is empty. */
interface Filter {
  query: string;
  tag: string | null;
}

/** Ignores case and accents: `cafe` finds `Café`. */
export const filterElements = (
  elements: readonly ElementView[],
  { query, tag }: Filter,
): readonly ElementView[] => {
  if (tag !== null) return elements.filter(({ linktag }) => linktag.includes(tag));
  // A query too long for a name finds nothing.
  if (!couldBeName(query)) return [];
  const wanted = foldAccents(query.trim());
  return wanted === '' ? elements : elements.filter((element) => foldedName(element).includes(wanted));
};

/** Folding takes a while in most scripts. */
const folded = new WeakMap<ElementView, string>();
export function foldedName(element: ElementView): string {
  const known = folded.get(element);
  if (known !== undefined) return known;
  const name = foldAccents(element.linkname);
  folded.set(element, name);
  return name;
}

/** A longer query goes through what the shorter one left. */
export class FilteredListing {
  #of: readonly ElementView[] = [];
  #filter: Filter = { query: '', tag: null };
  #left: readonly ElementView[] = [];

  of(elements: readonly ElementView[], filter: Filter): readonly ElementView[] {
    const { query, tag } = this.#filter;
    const narrower =
      elements === this.#of &&
      tag === null &&
      filter.tag === null &&
      query.trim() !== '' &&
      filter.query.startsWith(query);
    this.#left = filterElements(narrower ? this.#left : elements, filter);
    this.#of = elements;
    this.#filter = filter;
    return this.#left;
  }
}

export const tagsIn = (elements: readonly ElementView[]): string[] => {
  const tags = new Set<string>();
  for (const { linktag } of elements) for (const tag of linktag) tags.add(tag);
  return [...tags].sort((a, b) => a.localeCompare(b, 'en'));
};
