import { UniqueViolation } from '../drive-storage.js';
import type { Row } from '../port.js';
import { canonicalText } from '../rows/canonical-text.js';

export type Unique = readonly (readonly string[])[];

/** Checked at every single change, in order, as a unique index is. */
export class UniqueKeys<R extends Row> {
  constructor(
    private readonly unique: Unique,
    private readonly owners: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** @throws UniqueViolation when a row takes a key that another one still holds */
  after(replacements: Iterable<{ old: R | undefined; row: R | undefined }>): UniqueKeys<R> {
    const owners = new Map(this.owners);
    for (const { old, row } of replacements) {
      for (const key of this.keysOf(old)) owners.delete(key);
      for (const key of this.keysOf(row)) {
        if (owners.has(key)) throw new UniqueViolation(`Two rows share ${key}.`);
        owners.set(key, row?.id ?? '');
      }
    }
    return new UniqueKeys(this.unique, owners);
  }

  private keysOf(row: R | undefined): string[] {
    if (!row) return [];
    const fields = row as unknown as Record<string, unknown>;
    return this.unique.map((names) => canonicalText([names, names.map((name) => fields[name])]));
  }
}
