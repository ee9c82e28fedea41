import type { DerivativeKind, DriveId, ElementId, MediaEvent } from '@skyshelf/contracts';
import type { ClientSession, Collection, MongoClient } from 'mongodb';
import type { Outbox } from '@skyshelf/event-store';
import { coalesce } from '@skyshelf/service';
import type { Clock } from '@skyshelf/tokens';
import type { GivenBack, JobEvent, JobQueue } from '../application/ports.js';
import { AHEAD, isAhead, type Job, type JobRequest, type JobState, type Lane } from '../domain/job.js';
import { DRIVE_QUEUE, GIVEN_UP_ELEMENTS, QUEUE } from './collections.js';
import { endJobs, type JobEnding } from './end-jobs.js';
import { jobIdOf } from './job-id.js';

const isDue = { $expr: { $lte: ['$due', '$$NOW'] } };
const inMs = (amount: number) => ({ $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount } });

/** Jobs as they lie in the database. Leases and pauses run by the database's clock, so that workers on several machines agree. */
export class MongoJobQueue implements JobQueue {
  private readonly ours: { $in: string[] };
  private readonly endTogether: (ending: JobEnding) => Promise<boolean>;

  constructor(
    client: MongoClient,
    private readonly jobs: Collection<Job>,
    private readonly outbox: Outbox<MediaEvent>,
    private readonly clock: Clock,
    /** This process's name. One that owns its data alone has the same at each start. */
    private readonly worker: string,
  ) {
    this.ours = { $in: [worker, worker + AHEAD] };
    this.endTogether = coalesce((endings: JobEnding[]) => endJobs({ client, jobs, outbox, clock }, endings));
  }

  /** Frees the jobs that a process of this name had when it was killed: their leases need not run out. */
  async takeBack(): Promise<void> {
    await this.jobs.updateMany({ open: true, state: 'running', worker: this.ours }, [
      { $set: { due: '$$NOW' } },
    ]);
  }

  async letGoOfAllBut(kind: DerivativeKind, known: readonly string[]): Promise<void> {
    await this.jobs.updateMany(
      { open: true, kind, state: 'running', worker: this.ours, _id: { $nin: [...known] } },
      [{ $set: { state: 'waiting', due: '$$NOW' } }],
    );
  }

  /**
   * Puts jobs at the end of their drive's queue, within the transaction of the event that asks for them. A drive's first open job of a kind stands next to
   * the first one of all; each further one a turn later. So a drive with one photo waits for one job of every other drive, never for their hundreds.
   */
  async add(session: ClientSession, requests: readonly JobRequest[]): Promise<void> {
    const queues = [...Map.groupBy(requests, ({ kind, drive }) => `${kind} ${drive}`).values()];
    // Outside the transaction, so that they can be asked side by side: a turn that is taken twice does no harm.
    const placed = await Promise.all(queues.map((ofQueue) => this.placed(ofQueue)));
    const writes = placed.flat().map(({ request, turn }) => {
      const _id = jobIdOf(request);
      const fresh = this.freshJob(request, turn);
      return { updateOne: { filter: { _id }, update: { $setOnInsert: fresh }, upsert: true } };
    });
    if (writes.length > 0) await this.jobs.bulkWrite(writes, { session, ordered: false });
  }

  /** Requests of one kind and drive, with their turns. */
  private async placed(requests: readonly JobRequest[]): Promise<{ request: JobRequest; turn: number }[]> {
    const [first] = requests;
    if (!first) return [];
    const begin = await this.endOfQueue(first.kind, first.drive);
    return requests.map((request, index) => ({ request, turn: begin + index }));
  }

  private freshJob({ delayMs = 0, ...request }: JobRequest, turn: number): Omit<Job, '_id'> {
    const now = this.clock.now();
    return {
      ...request,
      state: 'waiting',
      open: true,
      lane: 'quick',
      turn,
      due: new Date(now.getTime() + delayMs),
      token: 0,
      worker: null,
      tries: 0,
      created: now,
      ended: null,
      reason: null,
    };
  }

  /** The turn behind a drive's last open job of a kind, never before the one the queue is at. */
  private async endOfQueue(kind: DerivativeKind, drive: DriveId): Promise<number> {
    const lane: Lane = 'quick';
    const [first, last] = await Promise.all([
      this.jobs.findOne({ open: true, kind, lane }, { hint: QUEUE, sort: { turn: 1 } }),
      this.jobs.findOne({ drive, kind, open: true }, { hint: DRIVE_QUEUE, sort: { turn: -1 } }),
    ]);
    return Math.max(first?.turn ?? 0, (last?.turn ?? -1) + 1);
  }

  claim(kind: DerivativeKind, lane: Lane, leaseMs: number): Promise<Job | null> {
    return this.jobs.findOneAndUpdate(
      { open: true, kind, lane, ...isDue },
      this.claimed(leaseMs, this.worker),
      // Not with less of a write concern: the transaction of the result reads what is committed by the majority.
      { sort: { turn: 1, _id: 1 }, hint: QUEUE, returnDocument: 'after' },
    );
  }

  async claimAhead(kind: DerivativeKind, lane: Lane, leaseMs: number, most: number): Promise<Job[]> {
    const due = await this.jobs
      .find(
        { open: true, kind, lane, ...isDue },
        { hint: QUEUE, sort: { turn: 1, _id: 1 }, limit: most, batchSize: most + 1 },
      )
      .toArray();
    if (due.length === 0) return [];
    const worker = this.worker + AHEAD;
    const asRead = due.map(({ _id, token, state, tries }) => ({ _id, token, state, tries }));
    const { matchedCount } = await this.jobs.updateMany(
      { $or: asRead, open: true, ...isDue },
      this.claimed(leaseMs, worker),
    );
    if (matchedCount === due.length) return due.map((job) => claimedAhead(job, worker));
    // Another worker was faster with some.
    const ours = due.map(({ _id, token }) => ({ _id, token: token + 1, worker }));
    const found = await this.jobs.find({ $or: ours }, { batchSize: most + 1 }).toArray();
    return found.toSorted((one, other) => one.turn - other.turn);
  }

  private claimed(leaseMs: number, worker: string) {
    const wasAhead = { $regexMatch: { input: { $ifNull: ['$worker', ''] }, regex: `${AHEAD}$` } };
    const isSilent = { $and: [{ $eq: ['$state', 'running'] }, { $not: wasAhead }] };
    return [
      {
        $set: {
          state: 'running',
          worker,
          due: inMs(leaseMs),
          percent: null,
          // Of the try before.
          live: '$$REMOVE',
          token: { $add: ['$token', 1] },
          tries: { $add: ['$tries', { $cond: [isSilent, 1, 0] }] },
        },
      },
    ];
  }

  async renew({ _id, token }: Job, leaseMs: number): Promise<boolean> {
    const { matchedCount } = await this.jobs.updateOne({ _id, token, state: 'running' }, [
      { $set: { due: inMs(leaseMs) } },
    ]);
    return matchedCount === 1;
  }

  async recordProgress({ _id, token }: Job, percent: number): Promise<boolean> {
    // Lost in a crash it is no loss.
    const { matchedCount } = await this.jobs.updateOne(
      { _id, token, state: 'running' },
      { $set: { percent } },
      { writeConcern: { w: 1 } },
    );
    return matchedCount === 1;
  }

  async recordLive({ _id, token }: Job, live: string | null): Promise<boolean> {
    const { matchedCount } = await this.jobs.updateOne({ _id, token, state: 'running' }, { $set: { live } });
    return matchedCount === 1;
  }

  async othersWait(kind: DerivativeKind, drive: DriveId): Promise<boolean> {
    const others = { open: true, kind, lane: 'quick' as const, drive: { $ne: drive }, ...isDue };
    return (await this.jobs.findOne(others, { hint: QUEUE, projection: { _id: 1 } })) !== null;
  }

  async isBusy(kind: DerivativeKind): Promise<boolean> {
    const busy = { open: true, kind, lane: 'quick' as const, $or: [{ state: 'running' as const }, isDue] };
    return (await this.jobs.findOne(busy, { hint: QUEUE, projection: { _id: 1 } })) !== null;
  }

  async end(
    job: Job,
    state: Exclude<JobState, 'waiting' | 'running'>,
    reason: string | null,
    event: JobEvent | null,
  ): Promise<boolean> {
    const held = await this.endTogether({ job, state, reason, event });
    if (held && event) this.outbox.appended(job.drive);
    return held;
  }

  async giveBack({ _id, token }: Job, { pauseMs, counts, lane }: GivenBack): Promise<void> {
    const tries = { $add: ['$tries', counts ? 1 : 0] };
    await this.jobs.updateOne({ _id, token, state: 'running' }, [
      { $set: { state: 'waiting', due: inMs(pauseMs), lane, tries } },
    ]);
  }

  /** Elements are gone for good: no one wants to know any more why nothing could be made of them. */
  async forgetGivenUp(drive: DriveId, elementIds: readonly ElementId[]): Promise<void> {
    if (elementIds.length === 0) return;
    await this.jobs.deleteMany(
      { elementId: { $in: [...elementIds] }, drive, state: 'failed' },
      { hint: GIVEN_UP_ELEMENTS },
    );
  }

  /**
   * Puts a job that was given up at the end of its drive's queue, as if it had not been tried.
   * @returns false when there is no such job, or it was not given up
   */
  tryAgain(id: string): Promise<boolean> {
    return this.openAgain(id, ['failed']);
  }

  /** The same for a job that has ended in one of these ways. */
  async openAgain(id: string, states: readonly JobState[]): Promise<boolean> {
    const ended = { _id: id, state: { $in: [...states] } };
    const found = await this.jobs.findOne(ended);
    if (!found) return false;
    const turn = await this.endOfQueue(found.kind, found.drive);
    const fresh = { state: 'waiting', open: true, lane: 'quick', turn } as const;
    const { matchedCount } = await this.jobs.updateOne(ended, [
      { $set: { ...fresh, due: '$$NOW', tries: 0, worker: null, ended: null, reason: null } },
    ]);
    return matchedCount === 1;
  }

  /** Waiting and running jobs by kind, and how long the oldest has been there, milliseconds. */
  async depth(): Promise<{ kind: DerivativeKind; jobs: number; oldestMs: number }[]> {
    const found = await this.jobs
      .aggregate<{ _id: DerivativeKind; jobs: number; oldest: Date }>(
        [
          { $match: { open: true } },
          { $group: { _id: '$kind', jobs: { $sum: 1 }, oldest: { $min: '$created' } } },
        ],
        { hint: QUEUE },
      )
      .toArray();
    return found.map(({ _id, jobs, oldest }) => ({
      kind: _id,
      jobs,
      oldestMs: Math.max(0, this.clock.now().getTime() - oldest.getTime()),
    }));
  }
}

/** A job that was claimed just as it was read: what `claimed` makes of it, but for `due`, which is the database's. */
function claimedAhead({ live: _, ...job }: Job, worker: string): Job {
  const isSilent = job.state === 'running' && !isAhead(job);
  return {
    ...{ ...job, worker, state: 'running', percent: null, token: job.token + 1 },
    tries: job.tries + (isSilent ? 1 : 0),
  };
}
