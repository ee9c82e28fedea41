import type { DerivativeKind, DriveId, MediaEvent } from '@skyshelf/contracts';
import type { ClientSession, Collection, MongoClient } from 'mongodb';
import type { Outbox } from '@skyshelf/event-store';
import type { Clock } from '@skyshelf/tokens';
import type { GivenBack, JobEvent, JobQueue } from '../application/ports.js';
import type { Job, JobRequest, JobState, Lane } from '../domain/job.js';
import { DRIVE_QUEUE, QUEUE } from './collections.js';
import { jobIdOf } from './job-id.js';

const isDue = { $expr: { $lte: ['$due', '$$NOW'] } };
const inMs = (amount: number) => ({ $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount } });

/** Jobs as they lie in the database. Leases and pauses run by the database's clock, so that workers on several machines agree. */
export class MongoJobQueue implements JobQueue {
  constructor(
    private readonly client: MongoClient,
    private readonly jobs: Collection<Job>,
    private readonly outbox: Outbox<MediaEvent>,
    private readonly clock: Clock,
    /** This process's name. One that owns its data alone has the same at each start. */
    private readonly worker: string,
  ) {}

  /** Frees the jobs that a process of this name had when it was killed: their leases need not run out. */
  async takeBack(): Promise<void> {
    await this.jobs.updateMany({ open: true, state: 'running', worker: this.worker }, [
      { $set: { due: '$$NOW' } },
    ]);
  }

  async letGoOfAllBut(kind: DerivativeKind, known: readonly string[]): Promise<void> {
    await this.jobs.updateMany(
      { open: true, kind, state: 'running', worker: this.worker, _id: { $nin: [...known] } },
      [{ $set: { state: 'waiting', due: '$$NOW' } }],
    );
  }

  /**
   * Puts jobs at the end of their drive's queue, within the transaction of the event that asks for them. A drive's first open job of a kind stands next to
   * the first one of all; each further one a turn later. So a drive with one photo waits for one job of every other drive, never for their hundreds.
   */
  async add(session: ClientSession, requests: readonly JobRequest[]): Promise<void> {
    for (const [kind, ofKind] of Map.groupBy(requests, (each) => each.kind)) {
      const [{ drive }] = ofKind as [JobRequest, ...JobRequest[]];
      const begin = await this.endOfQueue(kind, drive, session);
      const writes = ofKind.map((request, index) => {
        const _id = jobIdOf(request);
        const fresh = this.freshJob(request, begin + index);
        return { updateOne: { filter: { _id }, update: { $setOnInsert: fresh }, upsert: true } };
      });
      await this.jobs.bulkWrite(writes, { session, ordered: false });
    }
  }

  private freshJob(request: JobRequest, turn: number): Omit<Job, '_id'> {
    const now = this.clock.now();
    return {
      ...request,
      state: 'waiting',
      open: true,
      lane: 'quick',
      turn,
      due: now,
      token: 0,
      worker: null,
      tries: 0,
      created: now,
      ended: null,
      reason: null,
    };
  }

  /** The turn behind a drive's last open job of a kind, never before the one the queue is at. */
  private async endOfQueue(kind: DerivativeKind, drive: DriveId, session?: ClientSession): Promise<number> {
    const lane: Lane = 'quick';
    const [first] = await this.jobs
      .find({ open: true, kind, lane }, { session, hint: QUEUE })
      .sort({ turn: 1 })
      .limit(1)
      .toArray();
    const [last] = await this.jobs
      .find({ drive, kind, open: true }, { session, hint: DRIVE_QUEUE })
      .sort({ turn: -1 })
      .limit(1)
      .toArray();
    return Math.max(first?.turn ?? 0, (last?.turn ?? -1) + 1);
  }

  claim(kind: DerivativeKind, lane: Lane, leaseMs: number): Promise<Job | null> {
    const silent = { $eq: ['$state', 'running'] };
    return this.jobs.findOneAndUpdate(
      { open: true, kind, lane, ...isDue },
      [
        {
          $set: {
            state: 'running',
            worker: this.worker,
            due: inMs(leaseMs),
            token: { $add: ['$token', 1] },
            tries: { $add: ['$tries', { $cond: [silent, 1, 0] }] },
          },
        },
      ],
      { sort: { turn: 1, _id: 1 }, hint: QUEUE, returnDocument: 'after' },
    );
  }

  async renew({ _id, token }: Job, leaseMs: number): Promise<boolean> {
    const { matchedCount } = await this.jobs.updateOne({ _id, token, state: 'running' }, [
      { $set: { due: inMs(leaseMs) } },
    ]);
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
    { _id, token, tries, drive }: Job,
    state: Exclude<JobState, 'waiting' | 'running'>,
    reason: string | null,
    event: JobEvent | null,
  ): Promise<boolean> {
    const ended = { state, open: false, tries, ended: this.clock.now(), reason };
    const held = await this.client.withSession((session) =>
      session.withTransaction(
        async () => {
          const { matchedCount } = await this.jobs.updateOne(
            { _id, token, state: 'running' },
            { $set: ended },
            { session },
          );
          if (matchedCount === 1 && event) await this.outbox.append(session, event);
          return matchedCount === 1;
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
      ),
    );
    if (held && event) this.outbox.appended(drive);
    return held;
  }

  async giveBack({ _id, token }: Job, { pauseMs, counts, lane }: GivenBack): Promise<void> {
    const tries = { $add: ['$tries', counts ? 1 : 0] };
    await this.jobs.updateOne({ _id, token, state: 'running' }, [
      { $set: { state: 'waiting', due: inMs(pauseMs), lane, tries } },
    ]);
  }

  /**
   * Puts a job that was given up at the end of its drive's queue, as if it had not been tried.
   * @returns false when there is no such job, or it was not given up
   */
  async tryAgain(id: string): Promise<boolean> {
    const failed = await this.jobs.findOne({ _id: id, state: 'failed' });
    if (!failed) return false;
    const turn = await this.endOfQueue(failed.kind, failed.drive);
    const fresh = { state: 'waiting', open: true, lane: 'quick', turn } as const;
    const { matchedCount } = await this.jobs.updateOne({ _id: id, state: 'failed' }, [
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
