import type { DriveId } from '@skyshelf/contracts';
import { MongoServerError, type Collection, type Db } from 'mongodb';
import type {
  ShareCount,
  ShareCounts,
  ShareDirectory,
  StoredShare,
} from '../application/shares/share-deps.js';

interface CountDocument extends Partial<ShareCount> {
  /** `<drive>:<link>` */
  _id: string;
  traffic?: { day: string; bytes: number };
}

const DUPLICATE = 11_000;
const durable = { writeConcern: { w: 'majority', journal: true } } as const;
const idsOf = (drive: DriveId) => ({ $gte: `${drive}:`, $lt: `${drive};` });

export class StoredShareCounts implements ShareCounts {
  readonly #documents: Collection<CountDocument>;

  constructor(db: Db) {
    this.#documents = db.collection('shareCounts');
  }

  async of(drive: DriveId): Promise<ReadonlyMap<string, ShareCount>> {
    const found = await this.#documents.find({ _id: idsOf(drive) }).toArray();
    const read = ({ opened = 0, downloads = 0 }: CountDocument): ShareCount => ({ opened, downloads });
    return new Map(found.map((each) => [each._id.slice(drive.length + 1), read(each)]));
  }

  async add(drive: DriveId, id: string, what: keyof ShareCount, limit: number | null): Promise<boolean> {
    const isBelow = limit === null ? {} : { [what]: { $not: { $gte: limit } } };
    const filter = { _id: `${drive}:${id}`, ...isBelow };
    for (;;) {
      try {
        await this.#documents.updateOne(filter, { $inc: { [what]: 1 } }, { upsert: true, ...durable });
        return true;
      } catch (error) {
        if (!(error instanceof MongoServerError && error.code === DUPLICATE)) throw error;
      }
      // Another process made it at this moment, or the limit is reached.
      if ((await this.#documents.findOne(filter, { projection: { _id: 1 } })) === null) return false;
    }
  }

  async takeBack(drive: DriveId, id: string, what: keyof ShareCount): Promise<void> {
    const counted = { _id: `${drive}:${id}`, [what]: { $gt: 0 } };
    await this.#documents.updateOne(counted, { $inc: { [what]: -1 } }, durable);
  }

  async send(drive: DriveId, id: string, day: string, bytes: number): Promise<number> {
    const ofDay = { $cond: [{ $eq: ['$traffic.day', day] }, '$traffic.bytes', 0] };
    const after = await this.#documents.findOneAndUpdate(
      { _id: `${drive}:${id}` },
      [{ $set: { traffic: { day, bytes: { $add: [ofDay, bytes] } } } }],
      { upsert: true, returnDocument: 'after' },
    );
    return after?.traffic?.bytes ?? bytes;
  }

  async forget(drive: DriveId, id: string): Promise<void> {
    await this.#documents.deleteOne({ _id: `${drive}:${id}` }, durable);
  }

  async restore(drive: DriveId, counts: readonly ({ share: string } & ShareCount)[]): Promise<void> {
    const documents = counts.map(({ share, ...rest }) => ({ _id: `${drive}:${share}`, ...rest }));
    if (documents.length > 0) await this.#documents.insertMany(documents, durable);
  }

  async forgetDrive(drive: DriveId): Promise<void> {
    await this.#documents.deleteMany({ _id: idsOf(drive) }, durable);
  }
}

export function createShareDirectory(db: Db): ShareDirectory {
  const documents = db.collection<Omit<StoredShare, 'id'> & { _id: string }>('shares');
  return {
    async find(hash) {
      const found = await documents.findOne({ hash }, { projection: { _id: 1 }, readConcern: 'majority' });
      const [drive, id] = found?._id.split(':') ?? [];
      return drive && id ? { drive: drive as DriveId, id } : null;
    },
    async all(limit) {
      const found = await documents.find({}).sort({ _id: 1 }).limit(limit).toArray();
      return found.map(({ _id, share, received }) => ({
        drive: _id.split(':', 1)[0] as DriveId,
        share,
        ...(received && { received }),
      }));
    },
  };
}
