import type { Problem } from '@skyshelf/contracts';
import type { Job } from '../job.js';
import type { JobsCollection } from './job-documents.js';

/** No worker takes over a job that is silent for so long. */
const SILENT_MS = 30 * 60_000;
const MOST = 500;

const before = { $dateSubtract: { startDate: '$$NOW', unit: 'millisecond', amount: SILENT_MS } };
const since = { $lt: ['$due', before] };
const ended = ['done', 'failed', 'dropped'] as const;

/** Compares with the database's clock. */
export async function stuckJobs({ jobs, keys }: JobsCollection): Promise<Problem[]> {
  const [lost, kept, silent, idle] = await Promise.all([
    jobs
      .find({ open: false, state: { $in: ['waiting', 'running'] } }, { hint: keys.ended, limit: MOST })
      .toArray(),
    jobs.find({ open: true, state: { $in: [...ended] } }, { hint: keys.queue, limit: MOST }).toArray(),
    jobs.find({ open: true, state: 'running', $expr: since }, { hint: keys.queue, limit: MOST }).toArray(),
    unworked({ jobs, keys }),
  ]);
  return [
    ...lost.map((job) => problem('job-is-queued', job, `is ${job.state}, but not in the queue.`)),
    ...kept.map((job) =>
      problem('job-is-queued', job, `has ended (${job.state}), but is still in the queue.`),
    ),
    ...silent.map((job) =>
      problem('job-goes-on', job, `was left at ${job.due.toISOString()} and no one has taken it up.`),
    ),
    ...idle,
  ];
}

async function unworked({ jobs, keys }: Pick<JobsCollection, 'jobs' | 'keys'>): Promise<Problem[]> {
  if (await jobs.findOne({ open: true, state: 'running' }, { hint: keys.queue })) return [];
  const first = await jobs.findOne({ open: true, state: 'waiting', $expr: since }, { hint: keys.queue });
  if (!first) return [];
  const message = `Jobs (${first.kind}) have been due since ${first.due.toISOString()}, and no one works on any.`;
  return [{ rule: 'jobs-are-worked-on', message, about: aboutOf(first) }];
}

type Named = Pick<Job, '_id' | 'drive'>;
const aboutOf = ({ _id, drive }: Named): Problem['about'] => ({ id: _id, ...(drive !== null && { drive }) });
const problem = (rule: string, job: Named, what: string): Problem => ({
  rule,
  message: `The job ${job._id} ${what}`,
  about: aboutOf(job),
});

export async function repairJobs({ jobs }: JobsCollection, ids: readonly string[]): Promise<void> {
  const chosen = { _id: { $in: [...ids] } };
  await jobs.updateMany({ ...chosen, open: true, state: { $in: [...ended] } }, { $set: { open: false } });
  const left = { ...chosen, open: true, state: 'running' as const, $expr: since };
  await jobs.updateMany(left, [{ $set: { state: 'waiting', due: '$$NOW' } }]);
  const lost = { ...chosen, open: false, state: { $in: ['waiting' as const, 'running' as const] } };
  await jobs.updateMany(lost, [{ $set: { open: true, state: 'waiting', due: '$$NOW', ended: null } }]);
}
