import type { Document, Filter } from 'mongodb';
import type { SurveySource } from '../drive-storage.js';
import type { PageOptions, Row, Where } from '../port.js';
import { idsUnder, type RowDocument } from './documents.js';
import { filterOf } from './filter.js';
import { toRow } from './row-document.js';
import type { RowQueriesOptions } from './row-queries-options.js';

/** Each function is one round trip. */
export function rowSurveys<R extends Row>({
  elements,
  withDriveKey,
  read,
  indexFor,
}: RowQueriesOptions): Pick<SurveySource<R>, 'count' | 'total' | 'page' | 'tally'> {
  const query = queryOf<R>(read, indexFor);
  return {
    count: (where, limit) =>
      withDriveKey((key) => {
        const { filter, options } = query(where, key, Object.keys(where));
        // Unlike countDocuments' aggregation, `count` reads no documents.
        return elements.count(filter, { ...options, ...(limit && { limit }) });
      }),

    total: (where, field) =>
      withDriveKey(async (key) => {
        const { filter, options } = query(where, key, Object.keys(where));
        const pipeline = totalPipeline(filter, field);
        const [found] = await elements.aggregate<{ count: number; sum: number }>(pipeline, options).toArray();
        return { count: found?.count ?? 0, sum: found?.sum ?? 0 };
      }),

    page: (where, { by, after, descending = false, limit }: PageOptions<R>) =>
      withDriveKey(async (key) => {
        const { filter, options } = query(where, key, [...Object.keys(where), by]);
        const behind = after === undefined ? {} : { [by]: { [descending ? '$lt' : '$gt']: after } };
        const found = await elements
          .find({ $and: [filter, behind] }, { ...options, limit, batchSize: limit })
          .sort({ [by]: descending ? -1 : 1 })
          .toArray();
        return found.map((document) => toRow<R>(document));
      }),

    tally: (where, field, limit) =>
      withDriveKey((key) => {
        const { filter, options } = query(where, key, Object.keys(where));
        const pipeline = tallyPipeline(filter, field, limit);
        return elements.aggregate<{ entry: string; count: number }>(pipeline, options).toArray();
      }),
  };
}

const queryOf =
  <R extends Row>(read: RowQueriesOptions['read'], indexFor: RowQueriesOptions['indexFor']) =>
  (where: Where<R>, key: string, fields: readonly string[]) => {
    const hint = indexFor(fields);
    const rest: Filter<RowDocument> = hint ? { driveKey: key } : { _id: idsUnder(key) };
    return { filter: { $and: [filterOf(where, key), rest] }, options: { ...read, ...(hint && { hint }) } };
  };

const totalPipeline = (filter: Document, field: string): Document[] => [
  { $match: filter },
  { $group: { _id: null, count: { $sum: 1 }, sum: { $sum: `$${field}` } } },
];

const tallyPipeline = (filter: Document, field: string, limit: number): Document[] => [
  { $match: filter },
  { $project: { _id: 0, [field]: 1 } },
  { $unwind: `$${field}` },
  { $group: { _id: `$${field}`, count: { $sum: 1 } } },
  { $sort: { count: -1, _id: 1 } },
  { $limit: limit },
  { $project: { _id: 0, entry: '$_id', count: 1 } },
];
