import type { DerivativeKind, JobsReport } from '@skyshelf/contracts';
import type { Collection } from 'mongodb';
import type { Job, JobState } from '../domain/job.js';
import { ENDED, QUEUE } from './collections.js';

/** The work as an operator sees it: how much there is by kind and state, and the latest that was given up. */
export async function reportJobs(jobs: Collection<Job>, failures: number): Promise<JobsReport> {
  const [open, ended, failed] = await Promise.all([
    countJobs(jobs, { open: true }),
    countJobs(jobs, { open: false }),
    jobs
      .find({ open: false, state: 'failed' }, { hint: ENDED })
      .sort({ ended: -1 })
      .limit(failures)
      .toArray(),
  ]);
  return {
    jobs: [...open, ...ended],
    failures: failed.map(({ _id, kind, drive, elementId, tries, reason, ended: at }) => ({
      ...{ id: _id, kind, drive, group: elementId, tries, reason },
      ended: at?.toISOString() ?? null,
    })),
  };
}

type Count = JobsReport['jobs'][number];

/** Counted in an index alone where the jobs have ended: there may be millions. */
async function countJobs(jobs: Collection<Job>, filter: { open: boolean }): Promise<Count[]> {
  const oldest = filter.open ? { $min: '$created' } : { $min: '$ended' };
  const group = { _id: { kind: '$kind', state: '$state' }, jobs: { $sum: 1 }, oldest };
  const found = await jobs
    .aggregate<{ _id: { kind: DerivativeKind; state: JobState }; jobs: number; oldest: Date | null }>(
      [{ $match: filter }, { $group: group }],
      { hint: filter.open ? QUEUE : ENDED },
    )
    .toArray();
  return found.map(({ _id: { kind, state }, jobs: count, oldest: since }) => ({
    ...{ kind, state, jobs: count },
    oldest: state === 'done' || state === 'dropped' ? null : (since?.toISOString() ?? null),
  }));
}
