import type { Collection, MongoClient } from 'mongodb';
import type { OwnJobs } from '../application/own-jobs.js';
import type { DemandedJobs } from '../application/ports.js';
import type { Job } from '../domain/job.js';
import { jobIdOf } from './job-id.js';
import type { MongoJobQueue } from './job-queue.js';

interface Deps {
  client: MongoClient;
  jobs: Collection<Job>;
  queue: Pick<MongoJobQueue, 'add' | 'openAgain'>;
  own: Pick<OwnJobs, 'prioritize'>;
}

/** Jobs that are asked for by a call. */
export const createDemandedJobs = ({ client, jobs, queue, own }: Deps): DemandedJobs => ({
  async demand(request) {
    const id = jobIdOf(request);
    if (!(await jobs.findOne({ _id: id }, { projection: { _id: 1 } })))
      await client.withSession((session) =>
        session.withTransaction(() => queue.add(session, [request]), {
          writeConcern: { w: 'majority', journal: true },
        }),
      );
    // A user waits for it.
    await own.prioritize(request.drive, [request.elementId]);
    return id;
  },
  standing: (id) =>
    jobs.findOne(
      { _id: id },
      { projection: { state: 1, open: 1, ended: 1, reason: 1, percent: 1, live: 1 } },
    ),
  again: async (id) => void (await queue.openAgain(id, ['dropped', 'done', 'failed'])),
});
