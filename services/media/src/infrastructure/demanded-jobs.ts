import type { MongoJobs } from '@skyshelf/jobs';
import type { DemandedJobs } from '../application/ports.js';
import { jobIdOf, queueRequestOf } from './job-id.js';

/** Jobs that are asked for by a call. */
export const createDemandedJobs = (queue: MongoJobs): DemandedJobs => ({
  async demand(request) {
    const id = jobIdOf(request);
    if (!(await queue.find(id))) await queue.enter([queueRequestOf(request)]);
    // A user waits for it.
    await queue.prioritize(request.drive, [request.elementId]);
    return id;
  },
  standing: (id) => queue.find(id),
  again: async (id) => void (await queue.openAgain(id, ['dropped', 'done', 'failed'])),
});
