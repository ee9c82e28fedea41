import assert from 'node:assert/strict';
import type { DriveId } from '@skyshelf/contracts';
import { usageClassOf } from '@skyshelf/contracts/rules';
import { createDriveCheck } from '@skyshelf/event-store';
import { createIds, systemClock } from '@skyshelf/tokens';
import type { Db, MongoClient } from 'mongodb';
import { driveStoreOptions } from '#src/infrastructure/drive-store.js';

/**
 * What tells whether a drive keeps the rules that never break, as its documents lie in the database: live rows equal a replay, no two siblings of a class
 * share a name, all reach the root, counters equal a recount, and nothing grew beyond the quota.
 */
export function driveInOrder({
  client,
  db,
}: {
  client: MongoClient;
  db: Db;
}): (drive: DriveId) => Promise<void> {
  const check = createDriveCheck({
    ...driveStoreOptions({ clock: systemClock, ids: createIds(systemClock) }),
    client,
    db,
    weigh: ({ size, kind }) => ({ used: size, count: 1, kind: size === 0 ? null : usageClassOf(kind) }),
    reservations: {
      side: 'reservations',
      bytesOf: (reservation) => ('bytes' in reservation ? Number(reservation.bytes) : 0),
    },
  });
  return async (drive) => assert.deepEqual(await check(drive), []);
}
