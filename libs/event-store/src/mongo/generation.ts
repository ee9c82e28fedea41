import { performance } from 'node:perf_hooks';
import type { DriveId } from '@skyshelf/contracts';
import type { DriveCollections } from './collections.js';
import { driveKeyOf, idsUnder } from './documents.js';

export type WithDriveKey = <T>(query: (driveKey: string) => Promise<T>) => Promise<T>;

/** How long a look vouches for the generation. Far below `RETIRE_MS`. */
const TRUST_MS = 500;
export const RETIRE_MS = 3_000;

/**
 * Reads outside transactions during rebuilds: a query that ends soon after the look has read whole rows, as
 * former generations stay longer. After a later end a changed generation repeats the query.
 * @param seen when the drive was found at `gen`, taken before the look
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

/** Later ones stay: being written, or live. */
export async function retireGenerations(
  { elements }: Pick<DriveCollections, 'elements'>,
  drive: DriveId,
  upTo: number,
): Promise<void> {
  const { $lt } = idsUnder(drive);
  let after = `${drive}:`;
  for (;;) {
    const first = await elements.findOne(
      { _id: { $gte: after, $lt } },
      { sort: { _id: 1 }, projection: { driveKey: 1 } },
    );
    if (!first) return;
    const ids = idsUnder(first.driveKey);
    if (Number(first.driveKey.slice(drive.length + 1)) < upTo) await elements.deleteMany({ _id: ids });
    after = ids.$lt;
  }
}
