import { type ClientSession, MongoError } from 'mongodb';
import { type Ending, type LeasedJob, type WorkerQueue, writeEffects } from '../queue.js';
import { coalesce } from '../work/coalesce.js';
import { inMs, type JobsCollection, COMMITTED } from './job-documents.js';

type LeasedJobs = Pick<
  WorkerQueue<ClientSession>,
  'renew' | 'recordProgress' | 'recordLive' | 'end' | 'giveBack'
>;

export function leasedJobs(collection: JobsCollection): LeasedJobs {
  const { jobs } = collection;
  const held = ({ _id, token }: LeasedJob) => ({ _id, token, state: 'running' as const });
  const endTogether = coalesce((endings: Ending<ClientSession>[]) => endJobs(collection, endings), 64);
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

class NotAllHeld extends Error {}

type Ended = { held: boolean } | { error: unknown };

/**
 * Ends jobs in one transaction; each on its own when a lease was lost or an effect fails.
 * @throws MongoError when the database is the trouble
 */
async function endJobs(
  collection: JobsCollection,
  endings: readonly Ending<ClientSession>[],
): Promise<Ended[]> {
  try {
    await endTogether(collection, endings);
    return endings.map(() => ({ held: true }));
  } catch (error) {
    if (error instanceof MongoError) throw error;
    if (endings.length === 1) return [error instanceof NotAllHeld ? { held: false } : { error }];
  }
  const each: Ended[] = [];
  for (const ending of endings) each.push(...(await endJobs(collection, [ending])));
  return each;
}

const endTogether = (
  { client, jobs, clock }: JobsCollection,
  endings: readonly Ending<ClientSession>[],
): Promise<void> =>
  client.withSession((session) =>
    session.withTransaction(
      async () => {
        const writes = endings.map((ending) => {
          const { job, keptMs, againMs } = ending;
          const filter = { _id: job._id, token: job.token, state: 'running' as const };
          if (againMs !== undefined) return { updateOne: { filter, update: again(ending) } };
          if (keptMs === 0) return { deleteOne: { filter } };
          return { updateOne: { filter, update: ended(ending, clock.now()) } };
        });
        const { matchedCount, deletedCount } = await jobs.bulkWrite(writes, { session });
        if (matchedCount + deletedCount < endings.length) throw new NotAllHeld();
        await writeEffects(
          session,
          endings.flatMap(({ effect }) => effect ?? []),
        );
      },
      { readConcern: { level: 'snapshot' }, ...COMMITTED },
    ),
  );

const ended = (
  { job: { tries, givenUp = 0 }, state, reason = null, keptMs, laterMs }: Ending<ClientSession>,
  now: Date,
) => ({
  $set: {
    state,
    open: false,
    tries,
    ended: now,
    reason,
    ...(keptMs !== undefined && { expires: new Date(now.getTime() + keptMs) }),
    ...(laterMs !== undefined && { later: new Date(now.getTime() + laterMs), givenUp: givenUp + 1 }),
  },
});

const again = ({ reason = null, againMs = 0 }: Ending<ClientSession>) => [
  { $set: { state: 'waiting', tries: 0, reason, due: inMs(againMs) } },
];
