import type { ElementClass } from '@skyshelf/contracts';
import { compareKinds, compareNames } from '@skyshelf/contracts/rules';

export type SortField = 'name' | 'date' | 'size' | 'kind';

export interface ListingOrder {
  sort: SortField;
  direction: 'asc' | 'desc';
}

export const byName: ListingOrder = { sort: 'name', direction: 'asc' };

export interface Placed {
  id: string;
  class: ElementClass;
  name: string;
  nameKey: string;
  kind: string;
  extension: string | null;
  size: number;
  born: string;
}

/** Beyond so many, language rules would block the process. */
export const naturalOrderLimit = 20_000;

type Compare = (a: Placed, b: Placed) => number;

const lettersOf = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byKey: Compare = (a, b) => lettersOf(a.nameKey, b.nameKey) || lettersOf(a.id, b.id);
const byNaturalName: Compare = (a, b) => compareNames(a.name, b.name) || byKey(a, b);

const fields: Record<SortField, Compare> = {
  name: byNaturalName,
  date: (a, b) => lettersOf(a.born, b.born),
  size: (a, b) => a.size - b.size,
  kind: compareKinds,
};

/** Folders first, then by name in natural order (`2` before `10`). */
export function placing({ sort, direction }: ListingOrder): Compare {
  const sign = direction === 'desc' ? -1 : 1;
  const compare = fields[sort];
  return (a, b) =>
    lettersOf(a.class, b.class) || sign * compare(a, b) || (sort === 'name' ? 0 : byNaturalName(a, b));
}

/** Very large folders compare names by code point. */
export function sorted<P extends Placed>(elements: readonly P[], order: ListingOrder): P[] {
  return elements.toSorted(elements.length > naturalOrderLimit ? largePlacing(order) : placing(order));
}

function largePlacing({ sort, direction }: ListingOrder): Compare {
  const sign = direction === 'desc' ? -1 : 1;
  const compare = sort === 'name' ? byKey : fields[sort];
  return (a, b) => lettersOf(a.class, b.class) || sign * compare(a, b) || byKey(a, b);
}
