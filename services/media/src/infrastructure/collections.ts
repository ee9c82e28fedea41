import type { Collection, Db } from 'mongodb';
import type { Job } from '../domain/job.js';

/**
 * - `jobs`: `(turn, _id)` of the open ones is the queue; `(drive, turn)` of the open ones tells where a drive's queue ends. Ended jobs are kept, so a repeated
 *   wish finds its job; `(open, state, ended, kind)` of them is for the operator.
 * `events` beside it is the outbox of libs/event-store; `cursors` and `seen` are the event bus's.
 */
export const jobsOf = (db: Db): Collection<Job> =>
  db.collection('jobs', { writeConcern: { w: 'majority', journal: true } });

/** Keys of the indexes over open jobs; also their hints. */
export const QUEUE = { turn: 1, _id: 1 } as const;
export const DRIVE_QUEUE = { drive: 1, turn: -1 } as const;
/** Over ended jobs. */
export const ENDED = { open: 1, state: 1, ended: -1, kind: 1 } as const;

/** Makes the indexes; may run in many processes at once. */
export async function prepareJobs(db: Db): Promise<void> {
  await jobsOf(db).createIndexes([
    { key: QUEUE, partialFilterExpression: { open: true } },
    { key: DRIVE_QUEUE, partialFilterExpression: { open: true } },
    { key: ENDED, partialFilterExpression: { open: false } },
  ]);
}
