import { DomainError, type DriveId } from '@skyshelf/contracts';
import { MongoError, type ClientSession } from 'mongodb';
import type { Totals } from '../commands/totals.js';
import type { BatchWrites, DriveTransaction } from '../drive-storage.js';
import type { Row } from '../port.js';
import type { DriveCollections } from './collections.js';
import { driveKeyOf, FIRST_GEN, type DriveDocument } from './documents.js';
import { toEventDocument } from './event-document.js';
import { rowQueries, type RowQueriesOptions } from './row-queries.js';
import { toWrite } from './row-document.js';
import { sideQueries, toSideWrite } from './side-queries.js';

export const totalsOf = ({ version, used, byKind, count, quota, reserved }: DriveDocument): Totals => ({
  version,
  used,
  byKind,
  count,
  quota,
  reserved,
});

/** What a drive is before anything happened. */
const fresh = {
  version: 0,
  used: 0,
  byKind: {},
  count: 0,
  quota: null,
  reserved: 0,
  gen: FIRST_GEN,
  lastGen: FIRST_GEN,
};

/**
 * The first statement of every transaction of a drive: whoever comes second meets the conflict here, before any work. Makes the drive on first use.
 * @throws DomainError `drive.closed` when it was deleted; the server's duplicate key when it is being deleted or made at this moment
 */
export async function enterFence(
  { drives, closed }: DriveCollections,
  session: ClientSession,
  drive: DriveId,
): Promise<DriveDocument> {
  const document = await drives.findOneAndUpdate(
    { _id: drive, state: 'open' },
    { $inc: { fence: 1 }, $setOnInsert: fresh },
    { session, upsert: true, returnDocument: 'after' },
  );
  if (!document) throw new Error(`The fence of drive ${drive} answered nothing.`);
  if (document.fence === 1 && (await closed.findOne({ _id: drive }, { session })))
    throw new DomainError('drive.closed');
  return document;
}

/** A drive inside an open transaction, behind its fence. */
export function mongoTransaction<R extends Row>(
  collections: DriveCollections,
  session: ClientSession,
  document: DriveDocument,
  indexFor: RowQueriesOptions['indexFor'],
): DriveTransaction<R> {
  const { _id: drive, gen } = document;
  const driveKey = driveKeyOf(drive, gen);
  const { elements, events, sides } = collections;
  return {
    totals: totalsOf(document),
    rows: rowQueries<R>({ elements, withDriveKey: (query) => query(driveKey), read: { session }, indexFor }),
    side: (name) => sideQueries(sides[name], drive, { session }),
    isInfrastructure: (error) => error instanceof MongoError,
    async operations(opIds) {
      const found = await events
        .find({ drive, opId: { $in: [...opIds] } }, { session, projection: { opId: 1, hash: 1, answer: 1 } })
        .toArray();
      return found.flatMap(({ opId, hash, answer }) => (opId && hash ? { opId, hash, answer } : []));
    },
    write: (writes) => writeBatch(collections, session, drive, driveKey, writes),
  };
}

async function writeBatch<R extends Row>(
  { drives, elements, events, sides }: DriveCollections,
  session: ClientSession,
  drive: DriveId,
  driveKey: string,
  { before, after, events: records, changes, sides: sideWrites }: BatchWrites<R>,
): Promise<void> {
  // Events first: of a command that has happened already, the repeated operation must be found before the row that exists since then.
  if (records.length > 0)
    await events.insertMany(records.map(toEventDocument), { session, ignoreUndefined: true });
  if (changes.length > 0)
    await elements.bulkWrite(
      changes.map((change) => toWrite(driveKey, change)),
      { session },
    );
  for (const name of new Set(sideWrites.map((write) => write.name))) {
    const writes = sideWrites.filter((write) => write.name === name);
    await sides[name].bulkWrite(
      writes.map((write) => toSideWrite(drive, write)),
      { session },
    );
  }
  if (after === before) return;
  const counted = await drives.updateOne(
    { _id: drive, version: before.version },
    { $set: after },
    { session },
  );
  if (counted.matchedCount !== 1) throw new Error(`Drive ${drive} changed behind its fence.`);
}
