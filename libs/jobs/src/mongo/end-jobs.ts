import { MongoError, type ClientSession } from 'mongodb';
import { writeEffects } from '../effect.js';
import type { Ending } from '../queue.js';
import { COMMITTED, inMs, type JobsCollection } from './job-documents.js';

/** Other workers have some of the jobs by now. */
class NotAllHeld extends Error {}

type Ended = { held: boolean } | { error: unknown };

/**
 * In one transaction with their effects; each on its own when a lease was lost or an effect fails.
 * @throws MongoError when the database is the trouble
 */
export async function endJobs(
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

const ended = ({ job: { tries }, state, reason = null, keptMs }: Ending<ClientSession>, now: Date) => ({
  $set: {
    state,
    open: false,
    tries,
    ended: now,
    reason,
    ...(keptMs !== undefined && { expires: new Date(now.getTime() + keptMs) }),
  },
});

const again = ({ reason = null, againMs = 0 }: Ending<ClientSession>) => [
  { $set: { state: 'waiting', tries: 0, reason, due: inMs(againMs) } },
];
