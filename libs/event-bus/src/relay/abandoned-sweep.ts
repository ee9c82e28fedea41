import type { MongoClient } from 'mongodb';
import { endAbandoned } from '../consumer/transaction.js';

/** Between two looks, milliseconds. */
const EVERY_MS = 5_000;
/** No one has asked for what such a transaction holds, so a slow owner is given more time than one that others wait for. Milliseconds. */
const IDLE_MS = 10_000;

/**
 * Ends transactions that a killed process has left open, also when no one meets them in a transaction of their own: a single write waits on the server for as
 * long as they are there, a minute, and tells no one.
 * @param isOurTurn one process of a service is enough
 * @returns what ends the looking
 */
export function sweepAbandoned(client: MongoClient, isOurTurn: () => boolean): () => void {
  const timer = setInterval(() => {
    if (isOurTurn()) void endAbandoned(client, IDLE_MS);
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
