import type { OpenCounts } from '../application/open-counts.js';

/** Counts of openings for tests of the rules. */
export function memoryOpenCounts(): OpenCounts {
  const counts = new Map<string, number>();
  return {
    add: async (drive, id) => {
      const next = (counts.get(`${drive}:${id}`) ?? 0) + 1;
      counts.set(`${drive}:${id}`, next);
      return next;
    },
    of: async (drive, ids) =>
      new Map(
        ids.flatMap((id) => {
          const counter = counts.get(`${drive}:${id}`);
          return counter === undefined ? [] : [[id, counter] as const];
        }),
      ),
    forget: async (drive, ids) => {
      for (const id of ids) counts.delete(`${drive}:${id}`);
    },
  };
}
