import type { MongoClient } from 'mongodb';
import { endAbandoned } from '../consumer/transaction.js';

/** Milliseconds. */
const EVERY_MS = 5_000;
/** No one waits for such a transaction, so a slow owner gets more time. Milliseconds. */
const IDLE_MS = 10_000;

/**
 * Ends transactions left by killed processes even when no transaction meets them: a single write would wait
 * for up to a minute.
 * @param isOurTurn one process of a service is enough
 * @returns stops it
 */
export function sweepAbandoned(client: MongoClient, isOurTurn: () => boolean): () => void {
  const timer = setInterval(() => {
    if (isOurTurn()) void endAbandoned(client, IDLE_MS);
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
