import assert from 'node:assert/strict';
import type { DriveId } from '@skyshelf/contracts';
import { createIds, systemClock } from '@skyshelf/tokens';
import type { Db, MongoClient } from 'mongodb';
import { checkDrive } from '#src/application/reads/check-drive.js';
import { createDriveStore } from '#src/infrastructure/drive-store.js';

/**
 * Checks whether a drive keeps the rules that never break, by its documents in the database: its stream has no gaps,
 * live rows equal a replay, no two siblings of a class share a name, all reach the root, and counters equal a recount.
 */
export function driveInOrder(database: { client: MongoClient; db: Db }): (drive: DriveId) => Promise<void> {
  const store = createDriveStore({ ...database, clock: systemClock, ids: createIds(systemClock) });
  return async (drive) => {
    assert.deepEqual(await checkDrive({ store }, drive), []);
    const { version } = await store.state(drive);
    const versions = (await store.events(drive, 0, version + 1)).map((event) => event.version);
    assert.deepEqual(
      versions,
      Array.from({ length: version }, (_, index) => index + 1),
    );
  };
}
