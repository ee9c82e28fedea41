import type { DriveId, ElementId } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import type { OpenCounts } from '../application/open-counts.js';

interface OpenDocument {
  /** `<drive>:<element>` */
  _id: string;
  counter: number;
}

/** Counts of openings in MongoDB. */
export function createOpenCounts(db: Db): OpenCounts {
  const opens = db.collection<OpenDocument>('opens');
  const keyOf = (drive: DriveId, id: ElementId) => `${drive}:${id}`;
  return {
    async add(drive, id) {
      const after = await opens.findOneAndUpdate(
        { _id: keyOf(drive, id) },
        { $inc: { counter: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return after?.counter ?? 1;
    },
    async of(drive, ids) {
      const found = await opens.find({ _id: { $in: ids.map((id) => keyOf(drive, id)) } }).toArray();
      return new Map(found.map(({ _id, counter }) => [_id.slice(drive.length + 1) as ElementId, counter]));
    },
    async forget(drive, ids) {
      await opens.deleteMany({ _id: { $in: ids.map((id) => keyOf(drive, id)) } });
    },
  };
}
