import type { MongoJobs } from '@skyshelf/jobs';
import type { DemandedJobs } from '../application/ports.js';
import { jobIdOf, queueRequestOf } from './job-id.js';

export const createDemandedJobs = (queue: MongoJobs): DemandedJobs => ({
  async demand(request) {
    const id = jobIdOf(request);
    if (!(await queue.find(id))) await queue.enter([queueRequestOf(request)]);
    await queue.prioritize(request.drive, [request.elementId]);
    return id;
  },
  standing: (id) => queue.find(id),
  again: async (id) => void (await queue.openAgain(id, ['dropped', 'done', 'failed'])),
});
