import { createAbandonedTransactions } from '@skyshelf/event-store';
import { MongoError, type ClientSession, type MongoClient, type TransactionOptions } from 'mongodb';
import type { Pause } from './pause.js';

/** What the product promises about an effect: read from one snapshot, on the disks of a majority before anybody hears of it. */
export const durable: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
  readPreference: 'primary',
};

const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 100;
/** Attempts after which a conflict is no passing one: perhaps with a transaction that a killed process has left open. */
const SUSPICIOUS = 8;

/** For each client what ends such transactions; it looks twice a second at most. */
const searches = new WeakMap<MongoClient, (idleMs?: number) => Promise<void>>();

/**
 * Ends transactions that a killed process has left open.
 * @param idleMs without a statement for so long, default two seconds, which no transaction of ours takes that is wanted by another
 */
export function endAbandoned(client: MongoClient, idleMs?: number): Promise<void> {
  const search = searches.get(client) ?? createAbandonedTransactions(client);
  searches.set(client, search);
  return search(idleMs);
}

const has = (error: unknown, label: string): error is MongoError =>
  error instanceof MongoError && error.hasErrorLabel(label);

/**
 * Runs `work` in a durable transaction; again when the server asks for it (a write conflict, a new primary), up to 20 times within about two seconds.
 * The driver's own `withTransaction` goes on for 120 s, which would hide an outage from the consumer and hold up its stop.
 * @throws what `work` threw; the last error of the server when it did not come to a commit
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

/** A commit whose answer was lost is asked for again: the server says what became of it. */
async function commit(session: ClientSession): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!has(error, 'UnknownTransactionCommitResult') || attempt === 3) throw error;
    }
  }
}
