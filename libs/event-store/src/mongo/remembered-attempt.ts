import { MongoError } from 'mongodb';
import type { BatchWrites } from '../drive-storage.js';
import type { Row } from '../port.js';
import { driveReads, type DriveReadsOptions } from './drive-reads.js';
import type { Work } from './fenced-attempt.js';
import { confirmFence, totalsFields, totalsOf } from './fence.js';
import type { KnownDrive } from './known-drives.js';
import type { SharedCommits } from './shared-commits.js';

/**
 * An attempt from the cache, reading outside any transaction: if the fence is unchanged at the commit, all
 * reads saw the drive's current state.
 * @throws StaleDrive when another process has written the drive
 */
export async function rememberedAttempt<R extends Row, T>(
  options: DriveReadsOptions,
  commits: SharedCommits<R>,
  known: KnownDrive<R>,
  work: Work<R, T>,
): Promise<{ value: T; left: KnownDrive<R> }> {
  const { document } = known;
  const { driveKey, rows, ...reads } = driveReads<R>(document, options);
  let decided: BatchWrites<R> | undefined;
  const { value } = await work({
    ...reads,
    rows: known.rows.over(rows, document.fence),
    totals: totalsOf(options.totals, document),
    isInfrastructure: (error) => error instanceof MongoError,
    write: async (writes) => void (decided = writes),
  });
  if (!decided) {
    await confirmFence(options.collections, document);
    return { value, left: known };
  }
  await commits.commit({ drive: document._id, driveKey, document, writes: decided });
  known.rows.apply(decided.changes);
  return {
    value,
    left: { ...known, document: { ...document, ...totalsFields(decided.after), fence: document.fence + 1 } },
  };
}
