import { setTimeout as pause } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { DomainError } from '@skyshelf/contracts';
import type { ClientSession, MongoClient, TransactionOptions } from 'mongodb';
import { isConflict, isTransient, isUnknownCommit } from './failures.js';
import type { BatchDeadline } from './batch-deadline.js';

/** Reads from one snapshot and acknowledges only what is on a majority's disks. */
export const DURABLE: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
  readPreference: 'primary',
};

const LONGEST_PAUSE_MS = 150;
/** A longer conflict is no other command. */
const SUSPICIOUS_MS = 300;

export interface TransactionRunner {
  client: MongoClient;
  /** Gives a number from 0 to below 1. */
  random(): number;
  retried(error: unknown): void;
  endAbandoned(): Promise<void>;
}

type Attempt<T> = (session: ClientSession) => Promise<{ value: T; commit: boolean }>;

/**
 * Retries until `work` commits or its time is over. `commit: false` stores nothing.
 * @param again which errors are worth another attempt
 * @throws DomainError `drive.busy`; whatever else `work` threw
 */
export async function durably<T>(
  runner: TransactionRunner,
  work: Attempt<T>,
  deadline: BatchDeadline,
  again = isTransient,
): Promise<T> {
  const started = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const session = runner.client.startSession();
    try {
      return await attemptOnce(session, work, deadline);
    } catch (error) {
      if (!again(error)) throw error;
      const wait = Math.min(LONGEST_PAUSE_MS, 2 ** attempt) * (0.5 + runner.random());
      if (deadline.endsWithin(wait)) throw new DomainError('drive.busy', { cause: error });
      runner.retried(error);
      if (isConflict(error) && performance.now() - started > SUSPICIOUS_MS) await runner.endAbandoned();
      await pause(wait);
    } finally {
      await session.endSession();
    }
  }
}

async function attemptOnce<T>(session: ClientSession, work: Attempt<T>, deadline: BatchDeadline): Promise<T> {
  session.startTransaction(DURABLE);
  const { value, commit } = await work(session);
  if (commit) await commitSurely(session, deadline);
  else await session.abortTransaction();
  return value;
}

async function commitSurely(session: ClientSession, deadline: BatchDeadline): Promise<void> {
  for (;;) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!isUnknownCommit(error)) throw error;
      if (deadline.endsWithin(0)) throw new DomainError('drive.busy', { cause: error });
      await pause(10);
    }
  }
}
