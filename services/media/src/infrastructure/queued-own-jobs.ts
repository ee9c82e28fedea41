import type { JobView } from '@skyshelf/contracts';
import type { Job, MongoJobs } from '@skyshelf/jobs';
import type { OwnJobs } from '../application/own-jobs.js';

const MOST = 200;

export const createOwnJobs = (queue: MongoJobs): OwnJobs => ({
  async list(drive) {
    const { running, waiting, failed, open } = await queue.ofDrive(drive, MOST);
    return { docs: viewsOf([...running, ...waiting, ...failed]), open };
  },
  ofElements: async (drive, elementIds) => viewsOf(await queue.openOf(drive, elementIds)),
  prioritize: (drive, elementIds) => queue.prioritize(drive, elementIds),
});

const viewsOf = (jobs: readonly Job[]): JobView[] => jobs.flatMap((job) => viewOf(job) ?? []);

/** Null: of no one's interest any more. */
function viewOf({ group, kind, state, percent, reason, created, ended }: Job): JobView | null {
  if (state === 'done' || state === 'dropped' || group === null) return null;
  return {
    _id: group,
    kind: kind as JobView['kind'],
    state,
    percent: state === 'running' ? (percent ?? null) : null,
    reason,
    date: (ended ?? created).toISOString(),
  };
}
