import { randomBytes } from 'node:crypto';
import { ROOT_ID, type DriveId } from '@skyshelf/contracts';
import type { Db, MongoClient } from 'mongodb';
import { addBook, createFolder, newOp, origin } from '../example/shelf-commands.js';
import { shelfEvent, shelfSides } from '../example/shelf-events.js';
import { shelfProjection } from '../example/shelf-projection.js';
import { createMongoDriveStore } from '../mongo/mongo-drive-store.js';

/** The depth makes commands walk to the root. */
const PATH = ['one', 'two', 'three'] as const;

/** `retries` counts repeated transactions. */
export async function createBenchedStore(client: MongoClient, db: Db) {
  let retries = 0;
  const store = createMongoDriveStore({
    client,
    db,
    service: 'shelf',
    projection: shelfProjection(1e12),
    eventSchema: shelfEvent,
    sides: shelfSides,
    clock: { now: () => new Date() },
    ids: { next: () => randomBytes(16).toString('base64url') },
    onRetry: () => (retries += 1),
  });
  await store.prepare();
  return {
    store,
    retries: () => retries,
    async writer(drive: DriveId): Promise<() => Promise<void>> {
      for (const [depth, id] of PATH.entries()) {
        await store.withDrive(drive, newOp(), createFolder(id, PATH[depth - 1] ?? ROOT_ID, id), origin);
      }
      let n = 0;
      return async () => {
        n += 1;
        await store.withDrive(drive, newOp(), addBook({ name: `Book ${n}`, parentId: PATH[2] }), origin);
      };
    },
  };
}
