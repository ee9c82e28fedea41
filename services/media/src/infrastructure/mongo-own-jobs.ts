import { derivativeKinds, type DriveId, type ElementId, type JobView } from '@skyshelf/contracts';
import type { Collection } from 'mongodb';
import type { OwnJobs } from '../application/own-jobs.js';
import type { Job } from '../domain/job.js';
import { tradeTurns } from '../domain/trade-turns.js';
import { DRIVE_QUEUE, ELEMENTS, GIVEN_UP } from './collections.js';

const MOST = 200;
const DAYS = 30;
const lately = { $dateSubtract: { startDate: '$$NOW', unit: 'day', amount: DAYS } };

/** The jobs of one drive, by indexes that have nothing but what they answer. */
export class MongoOwnJobs implements OwnJobs {
  constructor(private readonly jobs: Collection<Job>) {}

  async list(drive: DriveId): Promise<{ docs: JobView[]; open: number }> {
    const own = { drive, open: true, kind: { $in: [...derivativeKinds] } };
    const inState = (state: 'running' | 'waiting') =>
      this.jobs
        .find({ ...own, state }, { hint: DRIVE_QUEUE })
        .sort({ turn: 1 })
        .limit(MOST)
        .toArray();
    const [running, waiting, failed, open] = await Promise.all([
      inState('running'),
      inState('waiting'),
      this.jobs
        .find({ drive, state: 'failed', $expr: { $gte: ['$ended', lately] } }, { hint: GIVEN_UP })
        .sort({ ended: -1 })
        .limit(MOST)
        .toArray(),
      this.jobs.countDocuments(own, { hint: DRIVE_QUEUE }),
    ]);
    return { docs: [...running, ...waiting, ...failed].flatMap((job) => viewOf(job) ?? []), open };
  }

  async ofElements(drive: DriveId, elementIds: readonly string[]): Promise<JobView[]> {
    const found = await this.openOf(drive, elementIds);
    return found.flatMap((job) => viewOf(job) ?? []);
  }

  async prioritize(drive: DriveId, elementIds: readonly string[]): Promise<void> {
    const waiting = (await this.openOf(drive, elementIds)).filter(({ state }) => state === 'waiting');
    const queues = Map.groupBy(waiting, ({ kind, lane }) => `${kind} ${lane}`);
    const trades = await Promise.all([...queues.values()].map((wanted) => this.trade(drive, wanted)));
    // One that was claimed since stays where it is; then two of the drive have the same turn, once.
    const writes = trades.flat().map(({ _id, turn }) => ({
      updateOne: { filter: { _id, state: 'waiting' as const }, update: { $set: { turn } } },
    }));
    if (writes.length > 0) await this.jobs.bulkWrite(writes, { ordered: false, writeConcern: { w: 1 } });
  }

  private async trade(drive: DriveId, wanted: readonly Job[]): Promise<Pick<Job, '_id' | 'turn'>[]> {
    const [sample] = wanted;
    if (!sample) return [];
    const { kind, lane } = sample;
    const first = await this.jobs
      .find({ kind, drive, lane, open: true, state: 'waiting' }, { hint: DRIVE_QUEUE })
      .sort({ turn: 1 })
      .limit(wanted.length)
      .toArray();
    return tradeTurns(wanted, first);
  }

  private openOf(drive: DriveId, elementIds: readonly string[]): Promise<Job[]> {
    const ids = elementIds.map((each) => each as ElementId);
    return this.jobs.find({ drive, open: true, elementId: { $in: ids } }, { hint: ELEMENTS }).toArray();
  }
}

/** Null: it has ended well, or is of no one's interest any more. */
function viewOf({ elementId, kind, state, percent, reason, created, ended }: Job): JobView | null {
  if (state === 'done' || state === 'dropped') return null;
  return {
    _id: elementId,
    kind,
    state,
    percent: state === 'running' ? (percent ?? null) : null,
    reason,
    date: (ended ?? created).toISOString(),
  };
}
