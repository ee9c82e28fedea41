import { createAbandonedTransactions } from '@skyshelf/event-store';
import { MongoError, type ClientSession, type MongoClient, type TransactionOptions } from 'mongodb';
import type { Pause } from './pause.js';

/** From one snapshot, on a majority's disks before anyone hears of it. */
export const durable: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
  readPreference: 'primary',
};

const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 100;
/** A conflict may then be with a transaction that a killed process left open. */
const SUSPICIOUS = 8;

/** Each looks at most twice a second. */
const searches = new WeakMap<MongoClient, (idleMs?: number) => Promise<void>>();

/**
 * Ends transactions that a killed process left open.
 * @param idleMs without a statement for so long; default two seconds, far more than ours take
 */
export function endAbandoned(client: MongoClient, idleMs?: number): Promise<void> {
  const search = searches.get(client) ?? createAbandonedTransactions(client);
  searches.set(client, search);
  return search(idleMs);
}

const has = (error: unknown, label: string): error is MongoError =>
  error instanceof MongoError && error.hasErrorLabel(label);

/**
 * In a durable transaction, up to 20 tries within about two seconds. The driver's `withTransaction` goes on
 * for 120 s, which would hide an outage and delay a stop.
 * @throws what `work` threw; the server's last error when no attempt committed
 */
export async function inTransaction<T>(
  client: MongoClient,
  pause: Pause,
  work: (session: ClientSession) => Promise<T>,
  random = Math.random,
): Promise<T> {
  return client.withSession(async (session) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(session, work);
      } catch (error) {
        if (!has(error, 'TransientTransactionError') || attempt === MAX_ATTEMPTS) throw error;
        if (attempt >= SUSPICIOUS) await endAbandoned(client);
        await pause(Math.min(MAX_PAUSE_MS, 2 ** attempt) * (0.5 + random() / 2));
      }
    }
  });
}

async function once<T>(session: ClientSession, work: (session: ClientSession) => Promise<T>): Promise<T> {
  session.startTransaction(durable);
  let result: T;
  try {
    result = await work(session);
  } catch (error) {
    await session.abortTransaction().catch(() => undefined);
    throw error;
  }
  await commit(session);
  return result;
}

/** Commits again after a lost answer. */
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!has(error, 'UnknownTransactionCommitResult') || attempt === 3) throw error;
    }
  }
}
