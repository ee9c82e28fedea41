import { randomBytes } from 'node:crypto';
import type { DriveId } from '@skyshelf/contracts';
import { createIds, systemClock } from '@skyshelf/tokens';
import type { Db, MongoClient } from 'mongodb';
import { createDriveStore } from '#src/infrastructure/drive-store.js';
import { mongoJobs } from './carry-processes.js';
import { driveIn, type TestDrive } from './catalog-subject.js';

/** Drives on a real server: each call makes a new one in the same store. */
export async function mongoDrives({ client, db }: { client: MongoClient; db: Db }): Promise<() => TestDrive> {
  const clock = { ...systemClock, advance: () => undefined };
  const ids = createIds(clock);
  const jobs = mongoJobs({ client, db });
  const store = createDriveStore({ client, db, clock, ids }, { retireMs: 0, jobs });
  await Promise.all([store.prepare(), jobs.prepare()]);
  return () => driveIn(store, { clock, ids }, randomBytes(15).toString('base64url') as DriveId, jobs);
}
