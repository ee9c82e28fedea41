import type { ElementView } from '@skyshelf/contracts/browser';
import { couldBeName, foldAccents } from '@skyshelf/contracts/rules';

/** One of them is empty. */
export interface Filter {
  query: string;
  tag: string | null;
}

/** Without case and accents: `cafe` finds `Café`. */
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
