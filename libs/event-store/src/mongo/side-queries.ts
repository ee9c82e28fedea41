import type { Collection, Filter, FindOptions as MongoFindOptions } from 'mongodb';
import type { DriveId } from '@skyshelf/contracts';
import type { DocumentSource, SideDocument, SideWrite } from '../drive-storage.js';
import { idsUnder, type SideRecord } from './documents.js';
import { filterOf } from './row-queries.js';

const toSide = (drive: DriveId, { _id, ...fields }: SideRecord): SideDocument => ({
  id: _id.slice(drive.length + 1),
  ...fields,
});

/** Few a drive: a range of the primary index is enough. */
export const sideQueries = (
  collection: Collection<SideRecord>,
  drive: DriveId,
  read: MongoFindOptions,
): DocumentSource<SideDocument> => ({
  async get(ids) {
    const found = await collection.find({ _id: { $in: ids.map((id) => `${drive}:${id}`) } }, read).toArray();
    return found.map((document) => toSide(drive, document));
  },
  async find(where, { limit, after }) {
    const filter: Filter<SideRecord> = { $and: [{ _id: idsUnder(drive, after) }, filterOf(where, drive)] };
    const found = await collection
      .find(filter, { ...read, ...(limit && { limit }) })
      .sort({ _id: 1 })
      .toArray();
    return found.map((document) => toSide(drive, document));
  },
});

export const toSideWrite = (drive: DriveId, { id, document }: SideWrite) => {
  const filter = { _id: `${drive}:${id}` };
  if (!document) return { deleteOne: { filter } };
  const { id: _, ...fields } = document;
  return { replaceOne: { filter, replacement: fields, upsert: true } };
};
