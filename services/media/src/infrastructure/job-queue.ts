import type { DriveId } from '@skyshelf/contracts';
import type { ClientSession, Collection, MongoClient } from 'mongodb';
import type { Outbox } from '@skyshelf/event-store';
import type { Clock } from '@skyshelf/tokens';
import { DRIVE_QUEUE, QUEUE } from './collections.js';
import { jobIdOf, type Job, type JobKind, type JobState } from '../domain/job.js';

/** What is to be done; the queue gives it its place. */
export type Wish = Pick<Job, 'kind' | 'drive' | 'elementId' | 'blobId' | 'actor' | 'trace'>;
type Event = Parameters<Outbox['append']>[1];

const inMs = (amount: number) => ({ $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount } });

/** Jobs as they lie in the database. Leases and pauses run by the database's clock, so that workers on several machines agree. */
export class JobQueue {
  constructor(
    private readonly client: MongoClient,
    private readonly jobs: Collection<Job>,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    /** This process's name. One that owns its data alone has the same at each start. */
    private readonly worker: string,
  ) {}

  /** Frees the jobs that a process of this name had when it was killed: their leases need not run out. */
  async takeBack(): Promise<void> {
    await this.jobs.updateMany(
      { open: true, state: 'running', worker: this.worker },
      [{ $set: { due: '$$NOW' } }],
      { hint: QUEUE },
    );
  }

  /** Frees the jobs that this process has without knowing it, because an answer of the database was lost. That says nothing about the work, so no try counts. */
  async letGoOfAllBut(known: readonly string[]): Promise<void> {
    await this.jobs.updateMany(
      { open: true, state: 'running', worker: this.worker, _id: { $nin: [...known] } },
      [{ $set: { state: 'waiting', due: '$$NOW' } }],
      { hint: QUEUE },
    );
  }

  /**
   * Puts jobs at the end of their drive's queue, within the transaction of the event that asks for them. A drive's first open job stands beside the first
   * one of all; each further one a turn later. So a drive with one photo waits for one job of every other drive, never for their hundreds.
   */
  async add(session: ClientSession, wishes: readonly Wish[]): Promise<void> {
    const [wish] = wishes;
    if (!wish) return;
    const begin = await this.endOfQueue(wish.drive, session);
    const now = this.clock.now();
    const writes = wishes.map((each, index) => {
      const _id = jobIdOf(each.kind, each.elementId, each.blobId);
      const fresh: Omit<Job, '_id'> = {
        ...each,
        state: 'waiting',
        open: true,
        turn: begin + index,
        due: now,
        token: 0,
        worker: null,
        tries: 0,
        created: now,
        ended: null,
        reason: null,
      };
      return { updateOne: { filter: { _id }, update: { $setOnInsert: fresh }, upsert: true } };
    });
    await this.jobs.bulkWrite(writes, { session, ordered: false });
  }

  /** The turn behind a drive's last open job, never before the one the queue is at. */
  private async endOfQueue(drive: DriveId, session?: ClientSession): Promise<number> {
    const [first] = await this.jobs
      .find({ open: true }, { session, hint: QUEUE })
      .sort(QUEUE)
      .limit(1)
      .toArray();
    const [last] = await this.jobs
      .find({ drive, open: true }, { session, hint: DRIVE_QUEUE })
      .sort({ turn: -1 })
      .limit(1)
      .toArray();
    return Math.max(first?.turn ?? 0, (last?.turn ?? -1) + 1);
  }

  /** Takes the next job that is due, or one whose worker has fallen silent: then that try counts. */
  claim(kinds: readonly JobKind[], leaseMs: number): Promise<Job | null> {
    const silent = { $eq: ['$state', 'running'] };
    return this.jobs.findOneAndUpdate(
      { open: true, kind: { $in: [...kinds] }, $expr: { $lte: ['$due', '$$NOW'] } },
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
      { sort: QUEUE, hint: QUEUE, returnDocument: 'after' },
    );
  }

  /** Ends a job, with what the others are to hear of it, in one transaction. False: the worker was too slow, the job is another's by now. */
  async end(
    { _id, token, drive }: Job,
    state: Exclude<JobState, 'waiting' | 'running'>,
    reason: string | null,
    event: Event | null,
  ): Promise<boolean> {
    const ended = { state, open: false, ended: this.clock.now(), reason };
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

  /** Gives a job back for a later try. `counts`: the work itself failed, not its surroundings. */
  async giveBack({ _id, token }: Job, pauseMs: number, counts: boolean): Promise<void> {
    await this.jobs.updateOne({ _id, token, state: 'running' }, [
      { $set: { state: 'waiting', due: inMs(pauseMs), tries: { $add: ['$tries', counts ? 1 : 0] } } },
    ]);
  }

  /**
   * Puts a job that was given up at the end of its drive's queue, as if nobody had tried it.
   * @returns false when there is no such job, or it was not given up
   */
  async tryAgain(id: string): Promise<boolean> {
    const failed = await this.jobs.findOne({ _id: id, state: 'failed' });
    if (!failed) return false;
    const fresh = { state: 'waiting', open: true, turn: await this.endOfQueue(failed.drive) } as const;
    const { matchedCount } = await this.jobs.updateOne({ _id: id, state: 'failed' }, [
      { $set: { ...fresh, due: '$$NOW', tries: 0, worker: null, ended: null, reason: null } },
    ]);
    return matchedCount === 1;
  }

  /** Waiting and running jobs by kind, and how long the oldest has been there, milliseconds. */
  async depth(): Promise<{ kind: JobKind; jobs: number; oldestMs: number }[]> {
    const found = await this.jobs
      .aggregate<{ _id: JobKind; jobs: number; oldest: Date }>(
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
