import { setTimeout as pause } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { DomainError } from '@skyshelf/contracts';
import type { ClientSession, MongoClient, TransactionOptions } from 'mongodb';
import { isTransient, isUnknownCommit } from './failures.js';

/** Read from one snapshot; on the disks of a majority before anybody hears of it. */
export const DURABLE: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', j: true },
  readPreference: 'primary',
};

/** How long a command is tried; then its caller hears `drive.busy`, and that the same operation id is safe. */
export const PATIENCE_MS = 2_000;
const LONGEST_PAUSE_MS = 150;

export interface TransactionRunner {
  client: MongoClient;
  /** 0 ≤ x < 1, for the jitter. */
  random(): number;
  /** Told of each new attempt. */
  retried(error: unknown): void;
}

/**
 * Runs `work` in a durable transaction until it commits, for two seconds at most. `commit: false` in its answer keeps nothing.
 * @throws DomainError `drive.busy` when no attempt came through in time; whatever else `work` threw
 */
export async function durably<T>(
  runner: TransactionRunner,
  work: (session: ClientSession) => Promise<{ value: T; commit: boolean }>,
  again: (error: unknown) => boolean = isTransient,
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt += 1) {
    const session = runner.client.startSession({ defaultTimeoutMS: PATIENCE_MS });
    try {
      return await attemptOnce(session, work, deadline);
    } catch (error) {
      if (!again(error)) throw error;
      const wait = Math.min(LONGEST_PAUSE_MS, 2 ** attempt) * (0.5 + runner.random());
      if (performance.now() + wait > deadline) throw new DomainError('drive.busy', { cause: error });
      runner.retried(error);
      await pause(wait);
    } finally {
      await session.endSession();
    }
  }
}

async function attemptOnce<T>(
  session: ClientSession,
  work: (session: ClientSession) => Promise<{ value: T; commit: boolean }>,
  deadline: number,
): Promise<T> {
  session.startTransaction(DURABLE);
  const { value, commit } = await work(session);
  if (commit) await commitSurely(session, deadline);
  else await session.abortTransaction();
  return value;
}

/** Asks until it is known what became of the commit. */
async function commitSurely(session: ClientSession, deadline: number): Promise<void> {
  for (;;) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!isUnknownCommit(error)) throw error;
      if (performance.now() > deadline) throw new DomainError('drive.busy', { cause: error });
      await pause(10);
    }
  }
}
