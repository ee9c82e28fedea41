import { serviceNames, type DriveId, type ServiceName } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import type { CursorDocument } from './cursors.js';
import { parkedCollection } from './parked.js';
import type { SeenDocument } from './seen-marks.js';

const durable = { writeConcern: { w: 'majority', journal: true } } as const;

/** Removes them idempotently. */
export async function forgetConsumedEvents(
  db: Db,
  { consumer, drive }: { consumer: ServiceName; drive: DriveId },
): Promise<void> {
  const cursors = serviceNames.map((source) => `${consumer}/${source}/${drive}`);
  await db.collection<CursorDocument>('cursors').deleteMany({ _id: { $in: cursors } }, durable);
  // `0` is the character behind the slash.
  const marks = { $gte: `${consumer}/${drive}/`, $lt: `${consumer}/${drive}0` };
  await db.collection<SeenDocument>('seen').deleteMany({ _id: marks }, durable);
  await parkedCollection(db).deleteMany({ drive }, durable);
}
