import { type ElementClass, DomainError, elementClass, sortField } from '@skyshelf/contracts';
import { compareKinds, compareNames } from '@skyshelf/contracts/rules';
import { z } from 'zod';

export type SortField = 'name' | 'date' | 'modified' | 'size' | 'kind';

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
  modified?: string | undefined;
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
  modified: (a, b) => lettersOf(a.modified ?? a.born, b.modified ?? b.born),
  size: (a, b) => a.size - b.size,
  kind: compareKinds,
};

/** Sorts folders first, then by name in natural order (`2` before `10`). */
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

const cursor = z.strictObject({
  order: z.strictObject({
    sort: sortField,
    direction: z.enum(['asc', 'desc']),
  }),
  letters: z.boolean(),
  last: z.strictObject({
    id: z.string(),
    class: elementClass,
    name: z.string(),
    nameKey: z.string(),
    kind: z.string(),
    extension: z.string().nullable(),
    size: z.number(),
    born: z.string(),
    modified: z.string().optional(),
  }),
});

/** The last element itself, so that the next page goes on behind it whatever was added or removed. */
interface ListingCursor {
  order: ListingOrder;
  /** Sorts by code point up to the last page. */
  letters: boolean;
  last: Placed;
}

export function cursorText({ order: { sort, direction }, letters, last }: ListingCursor): string {
  const { id, class: each, name, nameKey, kind, extension, size, born, modified } = last;
  const value = {
    order: { sort, direction },
    letters,
    last: { id, class: each, name, nameKey, kind, extension, size, born, modified },
  };
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function readCursor(text: string, { sort, direction }: ListingOrder): ListingCursor {
  const parsed = cursor.safeParse(jsonIn(Buffer.from(text, 'base64url').toString()));
  const order = parsed.data?.order;
  if (!parsed.success || order?.sort !== sort || order.direction !== direction)
    throw new DomainError('input.invalid', {
      field: 'after',
      message: 'after: send what the page before has answered as `next`, with the same order.',
      cause: parsed.error,
    });
  return parsed.data;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
