import { DomainError, elementClass } from '@skyshelf/contracts';
import { z } from 'zod';
import type { ListingOrder, Placed } from './listing-order.js';

const cursor = z.strictObject({
  order: z.strictObject({
    sort: z.enum(['name', 'date', 'size', 'kind']),
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
  }),
});

/** The last element itself, so that the next page goes on behind it whatever was added or removed. */
export interface ListingCursor {
  order: ListingOrder;
  /** By code point, to the last page. */
  letters: boolean;
  last: Placed;
}

export function cursorText({ order: { sort, direction }, letters, last }: ListingCursor): string {
  const { id, class: each, name, nameKey, kind, extension, size, born } = last;
  const value = {
    order: { sort, direction },
    letters,
    last: { id, class: each, name, nameKey, kind, extension, size, born },
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
