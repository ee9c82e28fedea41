import type { archivedOpening, DriveId, ElementId } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import type { z } from 'zod';
import { idsOf, openingsOf, opensOf } from './open-counts.js';

type Opening = z.infer<typeof archivedOpening>;

const durable = { writeConcern: { w: 'majority', journal: true } } as const;

/** For an archive. */
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
