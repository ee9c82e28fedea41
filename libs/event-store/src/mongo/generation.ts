import { performance } from 'node:perf_hooks';
import type { DriveId } from '@skyshelf/contracts';
import type { DriveCollections } from './collections.js';
import { driveKeyOf } from './documents.js';

/** Runs a query under the `<drive>:<gen>` whose rows are the drive's. */
export type WithDriveKey = <T>(query: (driveKey: string) => Promise<T>) => Promise<T>;

/** How long a look at the drive vouches for its generation. Far below the time that rows of a former one are kept (`RETIRE_MS`). */
export const TRUST_MS = 500;
export const RETIRE_MS = 3_000;

/**
 * Reads outside transactions while rebuilds may turn a drive to another generation: a query that ends soon after the look at the drive has read whole
 * rows, because those of a former generation stay longer than that. After a later end the drive is looked at again, and a turn repeats the query.
 * @param seen when the drive was found to be at `gen`, taken before the look
 */
export function currentGeneration(
  { drives }: DriveCollections,
  drive: DriveId,
  gen: number,
  seen: number,
): WithDriveKey {
  let current = { gen, seen };
  return async (query) => {
    for (;;) {
      const used = current;
      const result = await query(driveKeyOf(drive, used.gen));
      if (performance.now() - used.seen < TRUST_MS) return result;
      const now = performance.now();
      const document = await drives.findOne(
        { _id: drive },
        { projection: { gen: 1 }, readConcern: { level: 'majority' } },
      );
      current = { gen: document?.gen ?? used.gen, seen: now };
      if (current.gen === used.gen) return result;
    }
  };
}
