import { randomBytes } from 'node:crypto';
import type { Db, MongoClient } from 'mongodb';
import type { ShelfTotals } from '../src/example/shelf-projection.js';
import { createMongoDriveStore, type MongoDriveStoreOptions } from '../src/mongo/mongo-drive-store.js';
import type { ShelfEvent, ShelfRow, ShelfSide } from '../src/example/shelf-events.js';
import { shelfOptions, type ShelfStore } from './open-shelf.js';

/** A drive store of the example domain on a real database. Two of them on one database are like two processes. */
export async function openMongoShelf(
  { client, db }: { client: MongoClient; db: Db },
  options: Partial<MongoDriveStoreOptions<ShelfEvent, ShelfRow, ShelfSide, ShelfTotals>> = {},
): Promise<ShelfStore> {
  const store = createMongoDriveStore({
    ...shelfOptions(1_000_000),
    client,
    db,
    clock: { now: () => new Date() },
    ids: { next: () => randomBytes(16).toString('base64url') },
    retireMs: 0,
    ...options,
  });
  await store.prepare();
  return store;
}
