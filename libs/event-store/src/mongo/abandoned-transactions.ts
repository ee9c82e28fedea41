import { performance } from 'node:perf_hooks';
import type { Logger } from '@skyshelf/telemetry';
import type { MongoClient, UUID } from 'mongodb';

/** One without a statement for this long, milliseconds, has no owner any more: our attempts take far less. */
const IDLE_MS = 2_000;

/** Between two searches. */
const PAUSE_MS = 500;

interface IdleSession {
  lsid: { id: UUID };
}

/**
 * Ends transactions that a killed process has left open. The server keeps them, and the locks on their drives, for 60 seconds
 * (`transactionLifetimeLimitSeconds`) after the connection is gone; one of ours without a statement for two seconds has no owner
 * any more. If it has, it is tried again by it: no harm done.
 *
 * Looks only at transactions of clients with the same `appName` as this one. Without an appName nothing is ended, and a killed process' drives are busy
 * until the server's own limit.
 * @returns what looks for them, at most twice a second; it is told how long one has been without a statement, milliseconds, default two seconds
 */
export function createAbandonedTransactions(
  client: MongoClient,
  logger?: Pick<Logger, 'warn'>,
): (idleMs?: number) => Promise<void> {
  const { appName } = client.options;
  let last = Number.NEGATIVE_INFINITY;
  return async (idleMs = IDLE_MS) => {
    if (!appName || performance.now() - last < PAUSE_MS) return;
    last = performance.now();
    try {
      const abandoned = await client.db('admin').aggregate<IdleSession>(search(appName, idleMs)).toArray();
      if (abandoned.length === 0) return;
      await client.db('admin').command({ killSessions: abandoned.map(({ lsid: { id } }) => ({ id })) });
      logger?.warn(
        { transactions: abandoned.length },
        'Ended transactions that a killed process had left open.',
      );
    } catch (err) {
      logger?.warn({ err }, 'Transactions of a killed process could not be looked for.');
    }
  };
}

const search = (appName: string, idleMs: number) => [
  { $currentOp: { allUsers: false, idleSessions: true, idleConnections: false } },
  { $match: { type: 'idleSession', appName, 'transaction.timeInactiveMicros': { $gt: idleMs * 1000 } } },
  { $project: { lsid: 1 } },
];
