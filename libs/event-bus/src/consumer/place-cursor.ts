import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import { Cursors } from './cursors.js';

export interface CursorPosition {
  consumer: ServiceName;
  source: ServiceName;
  drive: DriveId;
  version: number;
}

/**
 * Marks a drive's stream as passed up to a version when its effects were restored otherwise. Durable.
 * @throws StaleCursorError when the consumer knows the drive
 */
export async function placeCursor(
  db: Db,
  { consumer, source, drive, version }: CursorPosition,
  now: () => Date,
): Promise<void> {
  if (version === 0) return;
  await db.client.withSession((session) =>
    session.withTransaction(() => new Cursors(db, consumer, now).move(source, drive, 0, version, session), {
      writeConcern: { w: 'majority', j: true },
    }),
  );
}
