import { randomBytes } from 'node:crypto';
import { ROOT_ID, type DriveId, type OpId } from '@skyshelf/contracts';
import type { Db, MongoClient } from 'mongodb';
import type { ShelfRow } from '../example/shelf-events.js';
import { shelfProjection } from '../example/shelf-projection.js';
import { totalsRule } from '../commands/drive-totals.js';
import { collectionsOf, drivesPlan } from '../mongo/collections.js';
import { makeMissing } from '../mongo/index-plan.js';
import { driveKeyOf, FIRST_GEN, toEventDocument, toDocument } from '../mongo/documents.js';
import { freshDrive } from '../mongo/fence.js';
import { DURABLE } from '../mongo/fenced-transaction.js';

/**
 * The yardstick: one durable transaction with the store's documents and indexes, without rules, queues,
 * fences or reads.
 */
export async function createRawDrives(client: MongoClient, db: Db) {
  const { drives, events, elements } = collectionsOf(db);
  const projection = shelfProjection(1e12);
  await makeMissing(db, drivesPlan(projection));
  return {
    /** One writer a drive: two would conflict in its counters. */
    async writer(drive: DriveId): Promise<() => Promise<void>> {
      await drives.insertOne({ _id: drive, state: 'open', fence: 0, ...freshDrive(totalsRule(projection)) });
      let version = 0;
      return () =>
        client.withSession(async (session) => {
          version += 1;
          const { row, event } = documentsOf(drive, version);
          session.startTransaction(DURABLE);
          await drives.updateOne({ _id: drive }, { $inc: { version: 1, used: 1, count: 1 } }, { session });
          await events.insertOne(event, { session });
          await elements.insertOne(row, { session });
          await session.commitTransaction();
        });
    },
  };
}

function documentsOf(drive: DriveId, version: number) {
  const id = randomBytes(16).toString('base64url');
  const name = `Book ${version}`;
  const delta = { used: 1, count: 1 };
  const placed = { id, parentId: ROOT_ID, name, nameKey: name.toLowerCase(), size: 1, tags: [] };
  const data = { type: 'shelf.book.added', ...placed, delta };
  const row: ShelfRow = { ...placed, class: 'item', born: new Date(), read: null };
  const event = toEventDocument({
    id: `shelf:${drive}:${version}`,
    drive,
    version,
    type: data.type,
    schema: 1,
    data,
    opId: `op:${randomBytes(9).toString('hex')}` as OpId,
    hash: randomBytes(32).toString('base64url'),
    answer: { id },
    at: new Date(),
    actor: 'local|ada',
    trace: null,
  });
  return { row: toDocument(driveKeyOf(drive, FIRST_GEN), row, version, shelfProjection(1e12).tree), event };
}
