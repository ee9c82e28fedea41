import type { DriveId } from '@skyshelf/contracts';
import type { MongoClient } from 'mongodb';
import type { DriveTotals } from '../commands/drive-totals.js';
import type { DriveView } from '../drive-storage.js';
import type { Row } from '../port.js';
import { sideOf } from './collections.js';
import type { DriveReadsOptions } from './drive-reads.js';
import { driveKeyOf, FIRST_GEN, idsUnder } from './documents.js';
import { totalsOf, type FencedDrives } from './fence.js';
import { toRow } from './row-document.js';
import { rowQueries } from './row-queries.js';
import { sideQueries } from './side-queries.js';

/** All reads see the data of the first, for five minutes at most. */
export async function modelAtOnce<R extends Row>(
  client: MongoClient,
  { collections: { drives, elements }, totals }: FencedDrives,
  drive: DriveId,
): Promise<{ totals: DriveTotals; rows: AsyncIterable<R> }> {
  const session = client.startSession({ snapshot: true });
  const document = await drives.findOne({ _id: drive }, { session });
  const key = driveKeyOf(drive, document?.gen ?? FIRST_GEN);
  async function* rows(): AsyncGenerator<R> {
    try {
      for await (const row of elements
        .find({ _id: idsUnder(key) }, { session, batchSize: 1000 })
        .sort({ _id: 1 }))
        yield toRow<R>(row);
    } finally {
      await session.endSession();
    }
  }
  return { totals: totalsOf(totals, document), rows: rows() };
}

export async function viewAtOnce<R extends Row>(
  client: MongoClient,
  { collections, totals, indexFor }: DriveReadsOptions,
  drive: DriveId,
): Promise<DriveView<R> & { close(): Promise<void> }> {
  const session = client.startSession({ snapshot: true });
  const document = await collections.drives.findOne({ _id: drive }, { session });
  const driveKey = driveKeyOf(drive, document?.gen ?? FIRST_GEN);
  const rows = rowQueries<R>({
    elements: collections.elements,
    withDriveKey: (query) => query(driveKey),
    read: { session },
    indexFor,
  });
  return {
    totals: totalsOf(totals, document),
    rows,
    side: (name) => sideQueries(sideOf(collections, name), drive, { session }),
    close: () => session.endSession(),
  };
}
