import type { ClientSession, MongoClient } from 'mongodb';
import type { DriveId, OpId } from '@skyshelf/contracts';
import type { DriveView, RowSource } from '../drive-storage.js';
import type { Row } from '../port.js';
import { sideOf } from './collections.js';
import { type DriveDocument, driveKeyOf, FIRST_GEN, idsUnder, toRow } from './documents.js';
import { type FencedDrives, totalsOf } from './fence.js';
import { rowQueries } from './row-queries.js';
import { sideQueries } from './side-queries.js';
import type { DriveTotals } from '../commands/drive-totals.js';

export interface DriveReadsOptions extends FencedDrives {
  indexFor(fields: readonly string[]): string | undefined;
  session?: ClientSession;
}

export function driveReads<R extends Row>({ _id: drive, gen }: DriveDocument, options: DriveReadsOptions) {
  const { collections, indexFor, session } = options;
  const driveKey = driveKeyOf(drive, gen);
  const read = session ? { session } : {};
  const rows: RowSource<R> = rowQueries<R>({
    elements: collections.elements,
    withDriveKey: (query) => query(driveKey),
    read,
    indexFor,
  });
  return {
    driveKey,
    rows,
    side: (name: string) => sideQueries(sideOf(collections, name), drive, read),
    async operations(opIds: readonly OpId[]) {
      const projection = { opId: 1, hash: 1, answer: 1 };
      const found = await collections.events
        .find({ drive, opId: { $in: [...opIds] } }, { ...read, projection })
        .toArray();
      return found.flatMap(({ opId, hash, answer }) => (opId && hash ? { opId, hash, answer } : []));
    },
  };
}

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
