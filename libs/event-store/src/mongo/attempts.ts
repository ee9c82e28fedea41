import { MongoError, type ClientSession } from 'mongodb';
import type { DriveId } from '@skyshelf/contracts';
import type { DriveTransaction, BatchWrites } from '../drive-storage.js';
import type { Row } from '../port.js';
import { driveReads, type DriveReadsOptions } from './drive-reads.js';
import { enterFence, totalsFields, totalsOf, confirmFence } from './fence.js';
import { type KnownDrive, KnownRows } from './known-drives.js';
import { writeBatches, type WriteTarget } from './write-batches.js';
import type { SharedCommits } from './shared-commits.js';

export type Work<R extends Row, T> = (
  transaction: DriveTransaction<R>,
) => Promise<{ value: T; commit: boolean }>;

/** `left` is the drive afterwards. */
export async function fencedAttempt<R extends Row, T>(
  options: DriveReadsOptions & WriteTarget<R> & { session: ClientSession },
  drive: DriveId,
  work: Work<R, T>,
): Promise<{ value: { value: T; left: KnownDrive<R> }; commit: boolean }> {
  const { collections, session, totals } = options;
  const document = await enterFence(options, session, drive);
  const { driveKey, rows, ...reads } = driveReads<R>(document, options);
  const knownRows = new KnownRows<R>();
  // An aborted transaction takes the fence back.
  let leaves = { ...document, fence: document.fence - 1 };
  const { value, commit } = await work({
    ...reads,
    rows: knownRows.over(rows, document.fence),
    totals: totalsOf(totals, document),
    isInfrastructure: (error) => error instanceof MongoError,
    async write(writes) {
      const { before, after } = writes;
      const left = totalsFields(after);
      if (after !== before) await collections.drives.updateOne({ _id: drive }, { $set: left }, { session });
      await writeBatches(options, session, [{ drive, driveKey, writes }]);
      knownRows.apply(writes.changes);
      leaves = { ...document, ...left };
    },
  });
  return { value: { value, left: { document: leaves, rows: knownRows } }, commit };
}

/**
 * Reads from the cache and outside any transaction: an unchanged fence at the commit proves them current.
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
