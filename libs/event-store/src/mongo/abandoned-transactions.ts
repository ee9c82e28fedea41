import { performance } from 'node:perf_hooks';
import type { Logger } from '@skyshelf/telemetry';
import type { MongoClient, UUID } from 'mongodb';

/** Milliseconds without a statement after which it has no owner: ours take far less. */
const IDLE_MS = 2_000;

const PAUSE_MS = 500;

interface IdleSession {
  lsid: { id: UUID };
}

/**
 * Ends transactions left by a killed process: the server would keep them and their locks for 60 seconds
 * (`transactionLifetimeLimitSeconds`). A live owner just tries again. Only those of clients with this one's
 * `appName`; without one nothing is ended.
 * @returns looks for them, at most twice a second; its argument is the idle time in milliseconds, default two
 * seconds
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
