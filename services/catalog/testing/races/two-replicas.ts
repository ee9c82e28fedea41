import type { CatalogEvent, DriveId } from '@skyshelf/contracts';
import { createIds, systemClock, type Caller } from '@skyshelf/tokens';
import { MongoClient, type Db } from 'mongodb';
import { createDriveStore } from '#src/infrastructure/drive-store.js';
import { driveInOrder } from '../drive-in-order.js';
import { happened } from '../happened.js';
import { untilFree } from '../until-free.js';
import { runCatalog, type RunningCatalog } from '../running-catalog.js';
import { driveWatch, type DriveWatch } from './drive-watch.js';

/** A catalog as another process would run it: connections, memory and queues of its own. */
export interface Replica {
  catalog: RunningCatalog;
  watch: DriveWatch;
}

/** Two catalogs on one database, and an onlooker who is neither. */
export interface Arena {
  replicas: readonly [Replica, Replica];
  store: ReturnType<typeof createDriveStore>;
  /** Makes facts the past, by the onlooker. */
  given(drive: DriveId, facts: readonly CatalogEvent[]): Promise<void>;
  inOrder(drive: DriveId): Promise<void>;
  close(): Promise<void>;
}

export async function openArena(database: { client: MongoClient; db: Db; uri: string }): Promise<Arena> {
  const callers = new Map<string, Caller>();
  const clients: MongoClient[] = [];
  const open = async (): Promise<Replica> => {
    const client = await new MongoClient(database.uri, { monitorCommands: true }).connect();
    clients.push(client);
    const catalog = await runCatalog(
      { client, db: client.db(database.db.databaseName) },
      { callers, background: false },
    );
    return { catalog, watch: driveWatch(client) };
  };
  const replicas = [await open(), await open()] as const;
  const ids = createIds(systemClock);
  const store = createDriveStore({ ...database, clock: systemClock, ids }, { jobs: { add: async () => {} } });
  return {
    replicas,
    store,
    given: (drive, facts) => untilFree(() => happened(store, drive, facts)),
    inOrder: driveInOrder(database),
    async close() {
      for (const { catalog } of replicas) await catalog.stop();
      await store.close();
      for (const client of clients) await client.close();
    },
  };
}
