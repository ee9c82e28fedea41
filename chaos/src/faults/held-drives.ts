import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { EndState } from '../target/target.js';

const TRIES = 200;

/**
 * Holds all drives by another's transaction that does not come to its end: a writer waits, effects of events too.
 * @returns what lets them go again, unchanged
 */
export async function holdDrives({ mongodbUri, databasePrefix }: EndState): Promise<() => Promise<void>> {
  const client = new MongoClient(mongodbUri, { appName: 'chaos-holder', serverSelectionTimeoutMS: 5_000 });
  const drives = client.db(`${databasePrefix}skyshelf_catalog`).collection<{ _id: string }>('drives');
  const ids = (await drives.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  const letGo = await Promise.all(ids.map((id) => hold(client, id, databasePrefix)));
  return async () => {
    await Promise.all(letGo.map((each) => each()));
    await client.close();
  };
}

async function hold(client: MongoClient, id: string, prefix: string): Promise<() => Promise<void>> {
  const drives = client.db(`${prefix}skyshelf_catalog`).collection<{ _id: string }>('drives');
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const session = client.startSession();
    session.startTransaction();
    try {
      await drives.updateOne({ _id: id }, { $set: { held: attempt } }, { session });
      return async () => {
        await session.abortTransaction().catch(() => undefined);
        await session.endSession();
      };
    } catch {
      // The product writes to it at this moment.
      await session.endSession();
      await sleep(2);
    }
  }
  return async () => {};
}
