import type { MediaEvent } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { Clock } from '@skyshelf/tokens';
import type { ClientSession, Collection, MongoClient } from 'mongodb';
import { joinMade } from '../application/join-made.js';
import type { JobEvent } from '../application/ports.js';
import type { Job, JobState } from '../domain/job.js';

/** How a job ends, and what the others are to hear of it. */
export interface JobEnding {
  job: Job;
  state: Exclude<JobState, 'waiting' | 'running'>;
  reason: string | null;
  event: JobEvent | null;
}

export interface EndJobsDeps {
  client: MongoClient;
  jobs: Collection<Job>;
  outbox: Outbox<MediaEvent>;
  clock: Clock;
}

/** Some of the jobs are another worker's by now. */
class NotAllHeld extends Error {}

/**
 * Ends jobs in one transaction with their events; when one of them is another worker's by now, each in its own.
 * @returns which of them were still held
 */
export async function endJobs(deps: EndJobsDeps, endings: readonly JobEnding[]): Promise<boolean[]> {
  try {
    await endTogether(deps, endings);
    return endings.map(() => true);
  } catch (error) {
    if (!(error instanceof NotAllHeld)) throw error;
    if (endings.length === 1) return [false];
  }
  const each: boolean[] = [];
  for (const ending of endings) each.push(...(await endJobs(deps, [ending])));
  return each;
}

const endTogether = ({ client, jobs, outbox, clock }: EndJobsDeps, endings: readonly JobEnding[]) =>
  client.withSession((session: ClientSession) =>
    session.withTransaction(
      async () => {
        const writes = endings.map(({ job: { _id, token, tries }, state, reason }) => ({
          updateOne: {
            filter: { _id, token, state: 'running' as const },
            update: { $set: { state, open: false, tries, ended: clock.now(), reason } },
          },
        }));
        const { matchedCount } = await jobs.bulkWrite(writes, { session });
        if (matchedCount < endings.length) throw new NotAllHeld();
        await outbox.appendAll(session, joinMade(endings.flatMap(({ event }) => event ?? [])));
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    ),
  );
