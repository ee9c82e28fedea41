import { MongoError, type ClientSession } from 'mongodb';
import type { DriveId } from '@skyshelf/contracts';
import type { DriveTransaction } from '../drive-storage.js';
import type { Row } from '../port.js';
import { driveReads, type DriveReadsOptions } from './drive-reads.js';
import { enterFence, totalsFields, totalsOf } from './fence.js';
import type { KnownDrive } from './known-drives.js';
import { KnownRows } from './known-rows.js';
import { writeBatches, type WriteTarget } from './write-batches.js';

export type Work<R extends Row, T> = (
  transaction: DriveTransaction<R>,
) => Promise<{ value: T; commit: boolean }>;

/** All in one transaction, reads too. `left` is the drive afterwards. */
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
