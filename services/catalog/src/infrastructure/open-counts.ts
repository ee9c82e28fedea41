import type { ArchivedOpening, DriveId, ElementId, OpId } from '@skyshelf/contracts';
import { MongoServerError, type Collection, type Db } from 'mongodb';
import type { OpenCounts } from '../application/catalog.js';

interface OpenDocument {
  /** `<drive>:<element>` */
  _id: string;
  counter: number;
  /** The latest counted operations: repeats come soon, if at all. */
  ops?: OpId[];
}

/** A drive's latest openings, so that cached listings need no new read. Written after the count itself. */
interface OpeningsDocument {
  _id: DriveId;
  revision: number;
  recent: ElementId[];
}

const REMEMBERED_OPS = 16;
const REMEMBERED_OPENINGS = 64;
/** For more, all that was ever opened is read. */
const IDS_AT_A_TIME = 1_000;
const MANY_IDS = 20_000;
const MAJORITY = { readConcern: { level: 'majority' }, readPreference: 'primary' } as const;
const DUPLICATE = 11_000;

const opensOf = (db: Db): Collection<OpenDocument> => db.collection('opens');
const openingsOf = (db: Db): Collection<OpeningsDocument> =>
  db.collection('openings', { writeConcern: { w: 'majority' } });
/** `;` follows the colon in ASCII. */
const idsOf = (drive: DriveId) => ({ $gte: `${drive}:`, $lt: `${drive};` });

export function createOpenCounts(db: Db): OpenCounts {
  const opens = opensOf(db);
  const openings = openingsOf(db);
  const counts = new StoredCounts(opens);
  return {
    async add(drive, id, opId) {
      const counter = await counts.add(drive, id, opId);
      await openings.updateOne(
        { _id: drive },
        { $inc: { revision: 1 }, $push: { recent: { $each: [id], $slice: -REMEMBERED_OPENINGS } } },
        { upsert: true },
      );
      return counter;
    },
    of: (drive, ids) => counts.of(drive, ids),
    async forget(drive, ids) {
      await opens.deleteMany({ _id: { $in: ids.map((id) => keyOf(drive, id)) } });
    },
    async revision(drive) {
      const found = await openings.findOne({ _id: drive }, { ...MAJORITY, projection: { revision: 1 } });
      return found?.revision ?? 0;
    },
    async since(drive, since) {
      const found = await openings.findOne({ _id: drive }, MAJORITY);
      const { revision, recent } = found ?? { revision: 0, recent: [] };
      const missing = revision - since;
      if (missing <= 0) return { revision, counts: new Map() };
      const known = missing <= recent.length;
      return {
        revision,
        counts: await (known ? counts.of(drive, recent.slice(-missing)) : counts.all(drive)),
      };
    },
  };
}

const keyOf = (drive: DriveId, id: ElementId): string => `${drive}:${id}`;

class StoredCounts {
  constructor(private readonly opens: Collection<OpenDocument>) {}

  async add(drive: DriveId, id: ElementId, opId: OpId): Promise<number> {
    const _id = keyOf(drive, id);
    try {
      const after = await this.opens.findOneAndUpdate(
        { _id, ops: { $ne: opId } },
        { $inc: { counter: 1 }, $push: { ops: { $each: [opId], $slice: -REMEMBERED_OPS } } },
        // The following write of `openings` makes both durable.
        { upsert: true, returnDocument: 'after', writeConcern: { w: 1 } },
      );
      return after?.counter ?? 1;
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === DUPLICATE)) throw error;
    }
    // It existed: with this operation, or created by another at this moment.
    const there = await this.opens.findOne({ _id });
    return there && !there.ops?.includes(opId) ? this.add(drive, id, opId) : (there?.counter ?? 1);
  }

  async of(drive: DriveId, ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, number>> {
    if (ids.length > MANY_IDS) return this.all(drive);
    const counts = new Map<ElementId, number>();
    for (let start = 0; start < ids.length; start += IDS_AT_A_TIME) {
      const keys = ids.slice(start, start + IDS_AT_A_TIME).map((id) => keyOf(drive, id));
      await this.read(drive, { $in: keys }, counts);
    }
    return counts;
  }

  async all(drive: DriveId): Promise<ReadonlyMap<ElementId, number>> {
    const counts = new Map<ElementId, number>();
    await this.read(drive, idsOf(drive), counts);
    return counts;
  }

  private async read(
    drive: DriveId,
    _id: { $in: string[] } | { $gte: string; $lt: string },
    into: Map<ElementId, number>,
  ): Promise<void> {
    const options = { ...MAJORITY, projection: { counter: 1 }, batchSize: IDS_AT_A_TIME };
    for await (const found of this.opens.find({ _id }, options))
      into.set(found._id.slice(drive.length + 1) as ElementId, found.counter);
  }
}

type Opening = Extract<ArchivedOpening, { elementId: ElementId }>;

const durable = { writeConcern: { w: 'majority', journal: true } } as const;

export const archiveOpenCounts = (db: Db) => ({
  async *all(drive: DriveId): AsyncGenerator<Opening> {
    const found = opensOf(db)
      .find({ _id: idsOf(drive) }, { projection: { counter: 1 } })
      .sort({ _id: 1 });
    for await (const { _id, counter } of found)
      yield { elementId: _id.slice(drive.length + 1) as ElementId, counter };
  },

  async add(drive: DriveId, openings: readonly Opening[]): Promise<void> {
    if (openings.length === 0) return;
    const counts = openings.map(({ elementId, counter }) => ({ _id: `${drive}:${elementId}`, counter }));
    await opensOf(db).insertMany(counts, durable);
    // So that listings look for them.
    await openingsOf(db).updateOne(
      { _id: drive },
      { $inc: { revision: counts.length }, $setOnInsert: { recent: [] } },
      { upsert: true, ...durable },
    );
  },

  async forget(drive: DriveId): Promise<void> {
    await opensOf(db).deleteMany({ _id: idsOf(drive) }, durable);
    await openingsOf(db).deleteOne({ _id: drive }, durable);
  },
});
