import type { DriveId } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import { collectionsOf, eventsOf } from '../mongo/collections.js';
import { idsUnder } from '../mongo/documents.js';

const durable = { writeConcern: { w: 'majority', journal: true } } as const;

/** The drive's document goes first: running commands end, later ones meet its tombstone. Repeatable. */
export async function forgetDrive(db: Db, drive: DriveId, sideNames: readonly string[]): Promise<void> {
  const { drives, elements, sides } = collectionsOf(db, sideNames);
  await drives.deleteOne({ _id: drive }, durable);
  await elements.deleteMany({ _id: idsUnder(drive) }, durable);
  for (const side of Object.values(sides)) await side.deleteMany({ _id: idsUnder(drive) }, durable);
  await forgetEvents(db, drive);
}

/** Serves services whose drives are not streams. */
export async function forgetEvents(db: Db, drive: DriveId): Promise<void> {
  await eventsOf(db).deleteMany({ drive }, durable);
}
