import type { JobsReport, Problem } from '@skyshelf/contracts';
import type { JobState } from '../job.js';
import type { JobsCollection } from './job-documents.js';
import { repairJobs, stuckJobs } from './stuck-jobs.js';

export interface OperatedJobs {
  report(failures: number): Promise<JobsReport>;
  /** Jobs that will never end by themselves. */
  stuck(): Promise<Problem[]>;
  /** Healthy jobs are left alone. */
  repair(ids: readonly string[]): Promise<void>;
  /** Milliseconds: the age of the oldest, and since when the first could have been taken. */
  depth(): Promise<{ kind: string; jobs: number; oldestMs: number; overdueMs: number }[]>;
}

export function operatedJobs(collection: JobsCollection): OperatedJobs {
  const { jobs, keys, jobOf } = collection;
  return {
    async report(failures) {
      const [open, ended, failed] = await Promise.all([
        countJobs(collection, true),
        countJobs(collection, false),
        jobs
          .find({ open: false, state: 'failed' }, { hint: keys.ended })
          .sort({ ended: -1 })
          .limit(failures)
          .toArray(),
      ]);
      return {
        jobs: [...open, ...ended],
        failures: failed.map(jobOf).map(({ _id: id, kind, drive, group, tries, reason, ended: at }) => ({
          id,
          kind,
          drive,
          group,
          tries,
          reason,
          ended: at?.toISOString() ?? null,
        })),
      };
    },
    stuck: () => stuckJobs(collection),
    repair: (ids) => repairJobs(collection, ids),
    depth: () => depthOf(collection),
  };
}

const first = { created: { $min: '$created' }, due: { $min: '$due' } };

async function depthOf({ jobs, keys, clock }: JobsCollection): ReturnType<OperatedJobs['depth']> {
  const now = clock.now().getTime();
  const found = await jobs
    .aggregate<{ _id: string; jobs: number; created: Date; due: Date }>(
      [{ $match: { open: true } }, { $group: { _id: '$kind', jobs: { $sum: 1 }, ...first } }],
      { hint: keys.queue },
    )
    .toArray();
  return found.map(({ _id: kind, jobs: count, created, due }) => ({
    kind,
    jobs: count,
    oldestMs: Math.max(0, now - created.getTime()),
    overdueMs: Math.max(0, now - due.getTime()),
  }));
}

/** Index-only: there may be millions of ended jobs. */
async function countJobs({ jobs, keys }: JobsCollection, open: boolean): Promise<JobsReport['jobs']> {
  const oldest = open ? { $min: '$created' } : { $min: '$ended' };
  const group = { _id: { kind: '$kind', state: '$state' }, jobs: { $sum: 1 }, oldest };
  const found = await jobs
    .aggregate<{ _id: { kind: string; state: JobState }; jobs: number; oldest: Date | null }>(
      [{ $match: { open } }, { $group: group }],
      { hint: open ? keys.queue : keys.ended },
    )
    .toArray();
  return found.map(({ _id: { kind, state }, jobs: count, oldest: since }) => ({
    kind,
    state,
    jobs: count,
    oldest: state === 'done' || state === 'dropped' ? null : (since?.toISOString() ?? null),
  }));
}
