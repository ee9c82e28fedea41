import { limits, ROOT_ID } from '@skyshelf/contracts';
import { parentOf } from '../commands/walk.js';
import type { DocumentSource, RowSource } from '../drive-storage.js';
import type { Row } from '../port.js';
import { conditionsOf, matches } from '../rows/conditions.js';

/** Reads from a map; always copies, as a database would. */
export const memorySource = <T extends { id: string }>(
  documents: () => ReadonlyMap<string, T>,
): DocumentSource<T> => ({
  get: async (ids) => ids.flatMap((id) => structuredClone(documents().get(id)) ?? []),
  find: async (where, { limit, after }) => {
    const conditions = conditionsOf(where);
    const found = [...documents().values()].filter(
      (each) => (after === undefined || each.id > after) && matches(each, conditions),
    );
    return structuredClone(found.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit || undefined));
  },
});

export const memoryRows = <R extends Row>(rows: () => ReadonlyMap<string, R>): RowSource<R> => ({
  ...memorySource(rows),
  chain: async (id) => {
    const found: R[] = [];
    for (let next: string | null = id; next !== null && next !== ROOT_ID && found.length < limits.maxDepth;) {
      const row: R | undefined = rows().get(next);
      if (!row) break;
      found.push(structuredClone(row));
      next = parentOf(row);
    }
    return found;
  },
});
