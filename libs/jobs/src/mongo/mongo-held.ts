import type { ClientSession } from 'mongodb';
import type { Ending, HeldJob, WorkersJobs } from '../queue.js';
import { coalesce } from '../work/coalesce.js';
import { endJobs } from './end-jobs.js';
import { inMs, type JobsCollection } from './job-documents.js';

type Held = Pick<WorkersJobs<ClientSession>, 'renew' | 'recordProgress' | 'recordLive' | 'end' | 'giveBack'>;

export function mongoHeld(collection: JobsCollection): Held {
  const { jobs } = collection;
  const held = ({ _id, token }: HeldJob) => ({ _id, token, state: 'running' as const });
  const endTogether = coalesce((endings: Ending<ClientSession>[]) => endJobs(collection, endings));
  return {
    async renew(job, leaseMs) {
      const { matchedCount } = await jobs.updateOne(held(job), [{ $set: { due: inMs(leaseMs) } }]);
      return matchedCount === 1;
    },

    async recordProgress(job, percent) {
      // Losing it in a crash does no harm.
      const writeConcern = { w: 1 } as const;
      return (await jobs.updateOne(held(job), { $set: { percent } }, { writeConcern })).matchedCount === 1;
    },

    async recordLive(job, live) {
      return (await jobs.updateOne(held(job), { $set: { live } })).matchedCount === 1;
    },

    async end(ending) {
      const ended = await endTogether(ending);
      if ('error' in ended) throw ended.error;
      return ended.held;
    },

    async giveBack(job, { pauseMs, counts, lane }) {
      const tries = { $add: ['$tries', counts ? 1 : 0] };
      await jobs.updateOne(held(job), [{ $set: { state: 'waiting', due: inMs(pauseMs), lane, tries } }]);
    },
  };
}
