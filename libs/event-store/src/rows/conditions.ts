import type { Where } from '../port.js';

/** A `where` in one form for all adapters. */
export type FieldCondition =
  | { field: string; kind: 'equal'; value: unknown }
  | { field: string; kind: 'in'; values: readonly unknown[] }
  | { field: string; kind: 'prefix'; prefix: string };

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** @throws Error for undefined: it would mean "any" */
export function conditionsOf<T>(where: Where<T>): FieldCondition[] {
  return Object.entries(where as Record<string, unknown>).map(([field, condition]) => {
    if (condition === undefined) throw new Error(`The condition on ${field} is undefined.`);
    if (isPlain(condition)) {
      if (Array.isArray(condition['in'])) return { field, kind: 'in', values: condition['in'] };
      if (typeof condition['prefix'] === 'string')
        return { field, kind: 'prefix', prefix: condition['prefix'] };
    }
    return { field, kind: 'equal', value: condition };
  });
}

const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : (value ?? null));

function same(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((entry, index) => same(entry, right[index]));
  }
  return comparable(left) === comparable(right);
}

function holds(value: unknown, condition: FieldCondition): boolean {
  switch (condition.kind) {
    case 'equal':
      return same(value, condition.value);
    case 'in':
      return condition.values.some((each) => same(value, each));
    case 'prefix':
      return typeof value === 'string' && value.startsWith(condition.prefix);
  }
}

/** Matches like MongoDB: a list matches when one of its entries does. */
export function matches(document: object, conditions: readonly FieldCondition[]): boolean {
  return conditions.every((condition) => {
    const value = (document as Record<string, unknown>)[condition.field];
    return (
      holds(value, condition) || (Array.isArray(value) && value.some((entry) => holds(entry, condition)))
    );
  });
}
