import type { DriveId } from '@skyshelf/contracts';
import type { ClientSession, Filter, WithId } from 'mongodb';
import type { ProducerQueue, DriveJobs } from '../queue.js';
import { swapTurns } from '../fair-order.js';
import type { JobDocument, JobsCollection } from './job-documents.js';

type OfDrives = Omit<ProducerQueue<ClientSession>, 'add' | 'enqueue' | 'find' | 'retry' | 'cancel'>;

/** Uses covering indexes. */
export function driveJobs(collection: JobsCollection): OfDrives {
  const { jobs, keys, jobOf } = collection;
  return {
    ofDrive: (drive, most) => ofDrive(collection, drive, most),
    openOf: async (drive, groups) => (await openOf(collection, drive, groups)).map(jobOf),
    async givenUpOf(drive, groups) {
      const failed = { ...ofGroups(collection, drive, groups), state: 'failed' as const };
      return (await jobs.find(failed, { hint: keys.givenUpGroups }).toArray()).map(jobOf);
    },
    prioritize: (drive, groups) => prioritize(collection, drive, groups),
    async forgetGivenUp(drive, groups) {
      if (groups.length === 0) return;
      const failed = { ...ofGroups(collection, drive, groups), state: 'failed' as const };
      await jobs.deleteMany(failed, { hint: keys.givenUpGroups });
    },
    forget: async (drive) => void (await jobs.deleteMany({ drive })),
  };
}

const DAYS = 30;
const lately = { $dateSubtract: { startDate: '$$NOW', unit: 'day', amount: DAYS } };

async function ofDrive(
  { jobs, keys, kinds, jobOf }: JobsCollection,
  drive: DriveId,
  most: number,
): Promise<DriveJobs> {
  const own: Filter<JobDocument> = { drive, open: true, kind: { $in: kinds.map(({ kind }) => kind) } };
  const inState = (state: 'running' | 'waiting') =>
    jobs
      .find({ ...own, state }, { hint: keys.driveQueue })
      .sort({ turn: 1 })
      .limit(most)
      .toArray();
  const [running, waiting, failed, open] = await Promise.all([
    inState('running'),
    inState('waiting'),
    jobs
      .find({ drive, state: 'failed', $expr: { $gte: ['$ended', lately] } }, { hint: keys.givenUp })
      .sort({ ended: -1 })
      .limit(most)
      .toArray(),
    jobs.countDocuments(own, { hint: keys.driveQueue }),
  ]);
  return { running: running.map(jobOf), waiting: waiting.map(jobOf), failed: failed.map(jobOf), open };
}

const ofGroups = (
  { shape }: JobsCollection,
  drive: DriveId | null,
  groups: readonly string[],
): Filter<JobDocument> => ({ drive, [shape.group]: { $in: [...groups] } });

const openOf = (
  collection: JobsCollection,
  drive: DriveId,
  groups: readonly string[],
): Promise<WithId<JobDocument>[]> =>
  collection.jobs
    .find({ ...ofGroups(collection, drive, groups), open: true }, { hint: collection.keys.groups })
    .toArray();

async function prioritize(
  collection: JobsCollection,
  drive: DriveId,
  groups: readonly string[],
): Promise<void> {
  const waiting = (await openOf(collection, drive, groups)).filter(({ state }) => state === 'waiting');
  const queues = Map.groupBy(waiting, ({ kind, lane }) => `${kind} ${lane}`);
  const trades = await Promise.all([...queues.values()].map((wanted) => trade(collection, drive, wanted)));
  // One claimed since keeps its turn; then two share one, once.
  const writes = trades.flat().map(({ _id, turn }) => ({
    updateOne: { filter: { _id, state: 'waiting' as const }, update: { $set: { turn } } },
  }));
  if (writes.length > 0) await collection.jobs.bulkWrite(writes, { ordered: false, writeConcern: { w: 1 } });
}

async function trade({ jobs, keys }: JobsCollection, drive: DriveId, wanted: readonly WithId<JobDocument>[]) {
  const [sample] = wanted;
  if (!sample) return [];
  const { kind, lane } = sample;
  const first = await jobs
    .find({ kind, drive, lane, open: true, state: 'waiting' }, { hint: keys.driveQueue })
    .sort({ turn: 1 })
    .limit(wanted.length)
    .toArray();
  return swapTurns(wanted, first);
}
