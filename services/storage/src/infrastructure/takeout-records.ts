import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { MongoJobs } from '@skyshelf/jobs';
import type { ClientSession, MongoClient } from 'mongodb';
import type { TakeoutResult } from '../application/takeout/make-takeout.js';
import type { Takeouts } from '../application/ports.js';
import { takeoutRequests, type Takeout } from '../domain/takeout.js';
import { type StorageCollections, inTransaction } from './collections.js';
import { takeoutJob, takeoutKey, type TakeoutEndings } from './job-kinds.js';

/** One for each drive; its lists expire by themselves. */
export class TakeoutRecords implements Takeouts, TakeoutEndings {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: Pick<StorageCollections, 'takeouts' | 'archives' | 'closed'>,
    private readonly jobs: () => { queue: MongoJobs; wake(): void },
  ) {}

  async of(drive: DriveId): Promise<{ takeout: Takeout; percent: number } | null> {
    const takeout = await this.collections.takeouts.findOne({ _id: drive });
    if (!takeout) return null;
    if (takeout.state !== 'making') return { takeout, percent: takeout.state === 'ready' ? 100 : 0 };
    const job = await this.jobs().queue.find(takeoutKey(takeout.id));
    return { takeout, percent: job?.percent ?? 0 };
  }

  async begin(drive: DriveId, decide: (present: Takeout | null) => Takeout): Promise<void> {
    const { takeouts, archives, closed } = this.collections;
    const { queue, wake } = this.jobs();
    await inTransaction(this.client, async (session) => {
      const present = await takeouts.findOne({ _id: drive }, { session });
      const next = decide(present);
      if (next.id === present?.id) return;
      if (await closed.findOne({ _id: drive }, { session })) throw new DomainError('drive.closed');
      await takeouts.replaceOne({ _id: drive }, next, { upsert: true, session });
      await archives.updateMany(
        { drive, ask: takeoutRequests },
        { $set: { expires: next.asked } },
        { session },
      );
      await queue.add(session, [takeoutJob(drive, next)]);
    });
    wake();
  }

  async cancel(drive: DriveId, id: string): Promise<boolean> {
    const made = { _id: drive, id, state: 'making' as const };
    const { deletedCount } = await this.collections.takeouts.deleteOne(made);
    if (deletedCount === 1) await this.jobs().queue.cancel(takeoutKey(id));
    return deletedCount === 1;
  }

  async isWanted(drive: DriveId, id: string): Promise<boolean> {
    const { takeouts, closed } = this.collections;
    if (await closed.findOne({ _id: drive })) await takeouts.deleteOne({ _id: drive });
    return (await takeouts.findOne({ _id: drive, id, state: 'making' })) !== null;
  }

  async forgetExpired(now: Date, most: number): Promise<number> {
    const { takeouts } = this.collections;
    const expired = await takeouts
      .find({ expires: { $lte: now } })
      .limit(most)
      .toArray();
    const ids = expired.map(({ _id }) => _id);
    return (await takeouts.deleteMany({ _id: { $in: ids }, expires: { $lte: now } })).deletedCount;
  }

  async ready(session: ClientSession, drive: DriveId, id: string, made: TakeoutResult): Promise<void> {
    const { takeouts, archives } = this.collections;
    const { parts, files, leftOut, expires, kept } = made;
    const { matchedCount } = await takeouts.updateOne(
      { _id: drive, id, state: 'making' },
      { $set: { state: 'ready', parts, files, leftOut, expires } },
      { session },
    );
    if (matchedCount === 1)
      await archives.updateMany({ _id: { $in: [...kept] } }, { $set: { expires } }, { session });
  }

  async failed(session: ClientSession, drive: DriveId, id: string, expires: Date): Promise<void> {
    const made = { _id: drive, id, state: 'making' as const };
    await this.collections.takeouts.updateOne(made, { $set: { state: 'failed', expires } }, { session });
  }
}
