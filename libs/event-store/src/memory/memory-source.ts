import { parentOf } from '../commands/walk.js';
import type { DocumentSource, SurveySource } from '../drive-storage.js';
import type { PageOptions, Row, Where } from '../port.js';
import { conditionsOf, matches } from '../rows/conditions.js';

/** Copies, as a database would. */
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

const utf8Order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const memorySurveys = <R extends Row>(rows: () => ReadonlyMap<string, R>) => {
  const found = (where: Where<R>): R[] => {
    const conditions = conditionsOf(where);
    return [...rows().values()].filter((row) => matches(row, conditions));
  };
  return {
    count: async (where: Where<R>, limit = Infinity) => Math.min(limit, found(where).length),
    total: async (where: Where<R>, field: keyof R & string) => {
      const fulfilled = found(where);
      return { count: fulfilled.length, sum: fulfilled.reduce((sum, row) => sum + Number(row[field]), 0) };
    },
    page: async (where: Where<R>, { by, after, descending = false, limit }: PageOptions<R>) => {
      const turn = descending ? -1 : 1;
      const order = (a: string, b: string) => turn * utf8Order(a, b);
      const behind = found(where).filter((row) => after === undefined || order(String(row[by]), after) > 0);
      const sorted = behind.toSorted((a, b) => order(String(a[by]), String(b[by])));
      return structuredClone(sorted.slice(0, limit));
    },
    tally: async (where: Where<R>, field: keyof R & string, limit: number) => {
      const counts = new Map<string, number>();
      for (const row of found(where))
        for (const entry of row[field] as string[]) counts.set(entry, (counts.get(entry) ?? 0) + 1);
      return [...counts]
        .map(([entry, count]) => ({ entry, count }))
        .toSorted((a, b) => b.count - a.count || utf8Order(a.entry, b.entry))
        .slice(0, limit);
    },
  };
};

export const memoryRows = <R extends Row>(rows: () => ReadonlyMap<string, R>): SurveySource<R> => ({
  ...memorySource(rows),
  ...memorySurveys(rows),
  chain: async (id, tree) => {
    const found: R[] = [];
    for (let next: string | null = id; next !== null && next !== tree.root && found.length < tree.maxDepth;) {
      const row: R | undefined = rows().get(next);
      if (!row) break;
      found.push(structuredClone(row));
      next = parentOf(tree, row);
    }
    return found;
  },
});
