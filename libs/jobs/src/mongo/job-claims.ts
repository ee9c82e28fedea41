import type { ClientSession } from 'mongodb';
import { AHEAD, isAhead, KILLED_AGAIN_PAUSE_MS, type Job, type Lane } from '../job.js';
import type { WorkerQueue } from '../queue.js';
import { inMs, isDue, type JobsCollection } from './job-documents.js';

type Claims = Pick<
  WorkerQueue<ClientSession>,
  'claim' | 'claimAhead' | 'dueKinds' | 'othersWait' | 'isBusy' | 'releaseExcept' | 'releaseOwn'
>;

export function jobClaims(collection: JobsCollection): Claims {
  const { jobs, keys, worker, jobOf } = collection;
  const ours = { state: 'running' as const, worker: { $in: [worker, worker + AHEAD] } };
  const look = { hint: keys.queue, projection: { _id: 1 } };
  return {
    async claim(kind, lane, leaseMs) {
      const found = await jobs.findOneAndUpdate(
        { open: true, kind, lane, ...isDue },
        claimed(leaseMs, worker, worker),
        // The result's transaction reads what the majority has committed.
        { sort: { turn: 1, _id: 1 }, hint: keys.queue, returnDocument: 'after' },
      );
      return found && jobOf(found);
    },

    claimAhead: (kind, lane, leaseMs, most) => claimAhead(collection, kind, lane, leaseMs, most),

    dueKinds: (kinds) => dueKinds(collection, kinds),

    async othersWait(kind, drive) {
      const others = { open: true, kind, lane: 'quick' as const, drive: { $ne: drive }, ...isDue };
      return (await jobs.findOne(others, look)) !== null;
    },

    async isBusy(kind) {
      const busy = { open: true, kind, lane: 'quick' as const, $or: [{ state: 'running' as const }, isDue] };
      return (await jobs.findOne(busy, look)) !== null;
    },

    async releaseExcept(kind, known) {
      const unknown = { open: true, kind, ...ours, _id: { $nin: [...known] } };
      await jobs.updateMany(unknown, [{ $set: { state: 'waiting', due: '$$NOW' } }]);
    },

    async releaseOwn() {
      const isKilledAgain = { $and: [isSilent, { $gt: ['$tries', 0] }] };
      const due = inMs({ $cond: [isKilledAgain, KILLED_AGAIN_PAUSE_MS, 0] });
      const waiting = { state: 'waiting', due, tries: triesSoFar, percent: null, live: '$$REMOVE' };
      await jobs.updateMany({ open: true, ...ours }, [{ $set: waiting }]);
    },
  };
}

async function dueKinds({ jobs, keys }: JobsCollection, kinds: readonly string[]): Promise<string[]> {
  const look = { hint: keys.queue, projection: { _id: 0, kind: 1 } };
  const due: string[] = [];
  for (let asked = [...kinds]; asked.length > 0; asked = asked.filter((kind) => !due.includes(kind))) {
    const found = await jobs.findOne({ open: true, kind: { $in: asked }, ...isDue }, look);
    if (!found) break;
    due.push(found.kind);
  }
  return due;
}

async function claimAhead(
  { jobs, keys, worker: name, jobOf }: JobsCollection,
  kind: string,
  lane: Lane,
  leaseMs: number,
  most: number,
): Promise<Job[]> {
  const due = await jobs
    .find(
      { open: true, kind, lane, ...isDue },
      { hint: keys.queue, sort: { turn: 1, _id: 1 }, limit: most, batchSize: most + 1 },
    )
    .toArray();
  if (due.length === 0) return [];
  const worker = name + AHEAD;
  const asRead = due.map(({ _id, token, state, tries }) => ({ _id, token, state, tries }));
  const { matchedCount } = await jobs.updateMany(
    { $or: asRead, open: true, ...isDue },
    claimed(leaseMs, worker, name),
  );
  if (matchedCount === due.length) return due.map((job) => claimedAhead(jobOf(job), worker, name));
  const ours = due.map(({ _id, token }) => ({ _id, token: token + 1, worker }));
  const found = await jobs.find({ $or: ours }, { batchSize: most + 1 }).toArray();
  return found.toSorted((one, other) => one.turn - other.turn).map(jobOf);
}

const wasAhead = { $regexMatch: { input: { $ifNull: ['$worker', ''] }, regex: `${AHEAD}$` } };
const isSilent = { $and: [{ $eq: ['$state', 'running'] }, { $not: wasAhead }] };
const triesSoFar = { $add: ['$tries', { $cond: [isSilent, 1, 0] }] };

/** @param name of this process, which was not dead but held up: its own silence counts as no try */
function claimed(leaseMs: number, worker: string, name: string) {
  const isOthersSilence = { $and: [isSilent, { $ne: ['$worker', name] }] };
  return [
    {
      $set: {
        ...{ state: 'running', worker, due: inMs(leaseMs), percent: null },
        // Of the try before.
        live: '$$REMOVE',
        token: { $add: ['$token', 1] },
        tries: { $add: ['$tries', { $cond: [isOthersSilence, 1, 0] }] },
      },
    },
  ];
}

/** As `claimed`, without `due`, which is the database's. */
function claimedAhead({ live: _, ...job }: Job, worker: string, name: string): Job {
  const isSilent = job.state === 'running' && !isAhead(job) && job.worker !== name;
  return {
    ...{ ...job, worker, state: 'running', percent: null, token: job.token + 1 },
    tries: job.tries + (isSilent ? 1 : 0),
  };
}
