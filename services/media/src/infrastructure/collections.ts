import type { Collection, Db } from 'mongodb';
import type { Job } from '../domain/job.js';

/**
 * - `jobs`: `(kind, lane, turn, _id)` of the open ones is the queue of each kind; `(kind, drive, turn)` of the open ones shows where a drive's queue ends;
 *   `(drive, elementId)` of the open ones finds those that a user looks at.
 *   Ended jobs are kept, so a repeated request finds its job; `(open, state, ended, kind)` of them is for the operator, `(drive, ended)` of those given up for the user, `(elementId, drive)` of them for those whose element goes. `(drive)`: what goes with a drive.
 * `events` is the outbox of libs/event-store; `cursors` and `seen` are the event bus's.
 */
export const jobsOf = (db: Db): Collection<Job> =>
  db.collection('jobs', { writeConcern: { w: 'majority', journal: true } });

/** Keys of the indexes over open jobs; also their hints. */
export const QUEUE = { kind: 1, lane: 1, turn: 1, _id: 1 } as const;
export const DRIVE_QUEUE = { kind: 1, drive: 1, turn: -1 } as const;
export const ELEMENTS = { drive: 1, elementId: 1 } as const;
/** Over jobs that were given up. */
export const GIVEN_UP = { drive: 1, ended: -1 } as const;
export const GIVEN_UP_ELEMENTS = { elementId: 1, drive: 1 } as const;
/** Over ended jobs. */
export const ENDED = { open: 1, state: 1, ended: -1, kind: 1 } as const;

/** Makes the indexes; may run in many processes at once. */
export async function prepareJobs(db: Db): Promise<void> {
  await jobsOf(db).createIndexes([
    { key: QUEUE, partialFilterExpression: { open: true } },
    { key: DRIVE_QUEUE, partialFilterExpression: { open: true } },
    { key: ELEMENTS, partialFilterExpression: { open: true } },
    { key: GIVEN_UP, partialFilterExpression: { state: 'failed' } },
    { key: GIVEN_UP_ELEMENTS, partialFilterExpression: { state: 'failed' } },
    { key: ENDED, partialFilterExpression: { open: false } },
    { key: { drive: 1 } },
  ]);
}
