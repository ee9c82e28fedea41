import type { CatalogRow } from './catalog-row.js';

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Beyond so many, language rules would hold up everybody else in the process (about 1 µs a comparison). */
const naturalOrderLimit = 20_000;

/** Ascending by name in natural order (`2` before `10`), ties by id; very large folders by name key. */
export function sortByName<R extends Pick<CatalogRow, 'name' | 'nameKey' | 'id'>>(rows: readonly R[]): R[] {
  const byKey = (a: R, b: R) =>
    a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.id < b.id ? -1 : 1;
  return rows.toSorted(
    rows.length > naturalOrderLimit ? byKey : (a, b) => natural.compare(a.name, b.name) || byKey(a, b),
  );
}
