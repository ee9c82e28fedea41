import { expect } from 'vitest';

export type Kept = Readonly<Record<string, unknown>>;

/** Puts kept values in the place of their names. */
export function filledIn(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? keptValue(value.slice(1), kept) : value;
  if (Array.isArray(value)) return value.map((each) => filledIn(each, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each, kept)]));
}

const anything: Record<string, () => unknown> = {
  '<text>': () => expect.any(String),
  '<number>': () => expect.any(Number),
  '<list>': () => expect.any(Array),
};

/** An expected answer: kept values, and matchers in the place of their names. */
export function expected(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return anything[value]?.() ?? filledIn(value, kept);
  if (Array.isArray(value)) return value.map((each) => expected(each, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expected(each, kept)]));
}

/** The value at a place like `docs.0._id`. */
export function valueAt(answer: unknown, place: string): unknown {
  let value = answer;
  for (const step of place.split('.')) value = (value as Record<string, unknown> | undefined)?.[step];
  if (value === undefined) throw new Error(`There is no ${place} in ${JSON.stringify(answer)}`);
  return value;
}

function keptValue(name: string, kept: Kept): unknown {
  if (name in kept) return kept[name];
  throw new Error(`No earlier step has kept $${name}`);
}
