import type { DriveId } from '@skyshelf/contracts';
import type { Effect, JobQueue } from '../src/queue.js';
import type { Job, JobRequest } from '../src/job.js';

export interface QueueSubject {
  queue(worker?: string): JobQueue<unknown>;
  /** Runs a transaction; what throws in it undoes it. */
  transact(work: (tx: unknown) => Promise<void>): Promise<void>;
  mark(text: string): Effect<unknown>;
  marks(): Promise<string[]>;
  /** Lets so much time pass on the queue's clock, milliseconds. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}
export type OpenQueue = () => Promise<QueueSubject>;

/** Cases by what they show, so that a faulty adapter can be tried with them too. */
export type QueueCases = Record<string, (subject: QueueSubject) => Promise<void>>;

export const LEASE_MS = 60_000;
export const [ann, bob] = ['drive-of-ann', 'drive-of-bob'] as [DriveId, DriveId];

export const request = (key: string, drive: DriveId | null = ann, rest: Partial<JobRequest> = {}) => ({
  key,
  kind: 'mail',
  drive,
  payload: { to: key },
  ...rest,
});

export async function claimed(queue: JobQueue<unknown>, leaseMs = LEASE_MS): Promise<Job> {
  const job = await queue.claim('mail', 'quick', leaseMs);
  if (!job) throw new Error('There is no job to claim.');
  return job;
}

export async function claims(queue: JobQueue<unknown>, count: number): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  for (let n = 0; n < count; n += 1) keys.push((await queue.claim('mail', 'quick', LEASE_MS))?._id);
  return keys;
}
