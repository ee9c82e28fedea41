import type { ClientSession, Filter } from 'mongodb';
import type { DriveId } from '@skyshelf/contracts';
import { freshJob, type JobRequest, type Lane } from '../job.js';
import type { ProducerQueue, WorkerQueue } from '../queue.js';
import { COMMITTED, type JobDocument, type JobsCollection } from './job-documents.js';

type JobQueries = Pick<ProducerQueue<ClientSession>, 'add' | 'enqueue' | 'find' | 'retry' | 'cancel'> &
  Pick<WorkerQueue<ClientSession>, 'reopenDue'>;

/** Given up for later. */
const MOST_AT_ONCE = 200;

export function jobQueries(collection: JobsCollection): JobQueries {
  const { client, jobs, keys, kinds, clock, documentOf, jobOf } = collection;

  async function add(session: ClientSession, requests: readonly JobRequest[]): Promise<void> {
    const queues = [...Map.groupBy(requests, ({ kind, drive }) => `${kind} ${drive}`).values()];
    // Outside the transaction, in parallel: a duplicate turn does no harm.
    const placed = await Promise.all(queues.map((ofQueue) => withTurns(collection, ofQueue)));
    const writes = placed.flat().map(({ request, turn }) => {
      const { _id, ...fresh } = documentOf(freshJob(request, turn, clock.now()));
      return { updateOne: { filter: { _id }, update: { $setOnInsert: fresh }, upsert: true } };
    });
    if (writes.length > 0) await jobs.bulkWrite(writes, { session, ordered: false });
  }

  return {
    add,

    enqueue: (requests) =>
      client.withSession((session) => session.withTransaction(() => add(session, requests), COMMITTED)),

    async find(id) {
      const found = await jobs.findOne({ _id: id });
      return found && jobOf(found);
    },

    retry: (id, states) =>
      open(collection, { _id: id, state: { $in: [...states] } }, { givenUp: '$$REMOVE' }),

    async reopenDue() {
      const due = { state: 'failed' as const, later: { $lte: clock.now() } };
      const found = await jobs
        .find(due, { hint: keys.later, projection: { _id: 1 } })
        .limit(MOST_AT_ONCE)
        .toArray();
      for (const { _id } of found) await open(collection, { _id, ...due });
    },

    async cancel(id) {
      const known = await jobs.findOne({ _id: id }, { projection: { kind: 1 } });
      const keptMs = kinds.find(({ kind }) => kind === known?.kind)?.keptMs;
      const wanted: Filter<JobDocument> = { _id: id, state: { $in: ['waiting', 'running', 'failed'] } };
      return (await jobs.updateOne(wanted, dropped(clock.now(), keptMs))).matchedCount === 1;
    },
  };
}

/** An ended one, as if untried. */
async function open(
  collection: JobsCollection,
  ended: Filter<JobDocument>,
  also: Record<string, unknown> = {},
): Promise<boolean> {
  const { jobs } = collection;
  const found = await jobs.findOne(ended);
  if (!found) return false;
  const turn = await endOfQueue(collection, found.kind, found.drive);
  const fresh = { state: 'waiting', open: true, lane: 'quick', turn, due: '$$NOW' } as const;
  const none = { tries: 0, worker: null, ended: null, reason: null, expires: '$$REMOVE', later: '$$REMOVE' };
  const { matchedCount } = await jobs.updateOne(ended, [{ $set: { ...fresh, ...none, ...also } }]);
  return matchedCount === 1;
}

/** A new token: a worker finds its lease lost. */
const dropped = (now: Date, keptMs?: number) => ({
  $set: {
    state: 'dropped' as const,
    open: false,
    ended: now,
    ...(keptMs !== undefined && { expires: new Date(now.getTime() + keptMs) }),
  },
  $inc: { token: 1 },
});

async function withTurns(collection: JobsCollection, requests: readonly JobRequest[]) {
  const [first] = requests;
  if (!first) return [];
  const begin = await endOfQueue(collection, first.kind, first.drive);
  return requests.map((request, index) => ({ request, turn: begin + index }));
}

/** Finds the turn after the drive's last open job of a kind, never before the queue's present turn. */
async function endOfQueue({ jobs, keys }: JobsCollection, kind: string, drive: DriveId | null) {
  const lane: Lane = 'quick';
  const [first, last] = await Promise.all([
    jobs.findOne({ open: true, kind, lane }, { hint: keys.queue, sort: { turn: 1 } }),
    jobs.findOne({ drive, kind, open: true }, { hint: keys.driveQueue, sort: { turn: -1 } }),
  ]);
  return Math.max(first?.turn ?? 0, (last?.turn ?? -1) + 1);
}
