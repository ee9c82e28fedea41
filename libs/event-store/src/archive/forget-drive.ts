import type { DriveId } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import { collectionsOf, eventsOf } from '../mongo/collections.js';
import { idsUnder } from '../mongo/documents.js';

const durable = { writeConcern: { w: 'majority', journal: true } } as const;

/**
 * Removes a drive: its document first, so that commands under way end and later ones meet its tombstone where there is one; then rows of all generations, side
 * documents and events. May be repeated.
 */
export async function forgetDrive(db: Db, drive: DriveId, sideNames: readonly string[]): Promise<void> {
  const { drives, elements, sides } = collectionsOf(db, sideNames);
  await drives.deleteOne({ _id: drive }, durable);
  await elements.deleteMany({ _id: idsUnder(drive) }, durable);
  for (const side of Object.values(sides)) await side.deleteMany({ _id: idsUnder(drive) }, durable);
  await forgetEvents(db, drive);
}

/** The same of a service whose drives are no streams: its outbox. */
export async function forgetEvents(db: Db, drive: DriveId): Promise<void> {
  await eventsOf(db).deleteMany({ drive }, durable);
}
