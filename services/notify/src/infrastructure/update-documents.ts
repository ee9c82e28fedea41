import { driveId } from '@skyshelf/contracts';
import type { Collection, Db } from 'mongodb';
import { z } from 'zod';
import type { Updates } from '../application/notify.js';
import { deliveredUpdates } from './updates.data.js';

const updateDocument = z.object({
  _id: z.string(),
  headline: z.string(),
  content: z.string(),
  date: z.date(),
  /** The admin's drive; delivered updates have none. */
  by: driveId.optional(),
});
type UpdateDocument = z.infer<typeof updateDocument>;

const updatesOf = (db: Db): Collection<UpdateDocument> => db.collection<UpdateDocument>('updates');
const durable = { writeConcern: { w: 'majority', journal: true } } as const;
const NEWEST_FIRST = { date: -1, _id: 1 } as const;

/** May run in many processes at once. */
export async function prepareUpdates(db: Db): Promise<void> {
  const writes = deliveredUpdates.map(({ id, ...fields }) => ({
    updateOne: { filter: { _id: id }, update: { $setOnInsert: fields }, upsert: true },
  }));
  await updatesOf(db).bulkWrite(writes, { ordered: false, ...durable });
}

export const updateDocuments = (db: Db): Updates => ({
  newest: async (limit) => {
    const documents = await updatesOf(db).find().sort(NEWEST_FIRST).limit(limit).toArray();
    return documents.map((document) => {
      const { _id: id, by: _, ...fields } = updateDocument.parse(document);
      return { id, ...fields };
    });
  },
  insert: async ({ id, ...fields }, by) => {
    const fresh = { $setOnInsert: { ...fields, by } };
    await updatesOf(db).updateOne({ _id: id }, fresh, { upsert: true, ...durable });
  },
});
