import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { OpenCounts } from '#src/application/catalog.js';

interface Opened {
  counts: Map<ElementId, number>;
  ops: Set<string>;
  revision: number;
}

/** Counts of openings for tests of the rules. */
export function memoryOpenCounts(): OpenCounts {
  const drives = new Map<DriveId, Opened>();
  const opened = (drive: DriveId): Opened => {
    const known = drives.get(drive) ?? { counts: new Map(), ops: new Set(), revision: 0 };
    drives.set(drive, known);
    return known;
  };
  return {
    add: async (drive, id, opId) => {
      const known = opened(drive);
      const before = known.counts.get(id) ?? 0;
      const counter = known.ops.has(`${opId} ${id}`) ? before : before + 1;
      known.ops.add(`${opId} ${id}`);
      known.counts.set(id, counter);
      known.revision += 1;
      return counter;
    },
    of: async (drive, ids) => new Map([...opened(drive).counts].filter(([id]) => ids.includes(id))),
    forget: async (drive, ids) => {
      for (const id of ids) opened(drive).counts.delete(id);
    },
    revision: async (drive) => opened(drive).revision,
    since: async (drive, since) => {
      const { revision, counts } = opened(drive);
      return { revision, counts: revision > since ? new Map(counts) : new Map() };
    },
  };
}
