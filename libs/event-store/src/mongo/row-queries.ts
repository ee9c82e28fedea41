import type { Document, Filter, FindOptions as MongoFindOptions } from 'mongodb';
import type { SurveySource } from '../drive-storage.js';
import type { Row } from '../port.js';
import { idsUnder, type RowDocument } from './documents.js';
import { filterOf } from './filter.js';
import { rowKey, toRow } from './row-document.js';
import type { RowQueriesOptions } from './row-queries-options.js';
import { rowSurveys } from './row-surveys.js';

/** The default of 101 documents would cost a second round trip. */
const BATCH = 1000;

/** Each function is one round trip. */
export function rowQueries<R extends Row>(options: RowQueriesOptions): SurveySource<R> {
  const { elements, withDriveKey, read, indexFor } = options;
  const found = async (
    filter: Filter<RowDocument>,
    more: MongoFindOptions,
    sort?: { _id: 1 },
  ): Promise<R[]> => {
    const cursor = elements.find(filter, { ...read, ...more, batchSize: BATCH, ...(sort && { sort }) });
    return (await cursor.toArray()).map((document) => toRow<R>(document));
  };
  return {
    ...rowSurveys<R>(options),
    get: (ids) => withDriveKey((key) => found({ _id: { $in: ids.map((id) => rowKey(key, id)) } }, {})),

    find: (where, { limit, after, order }) =>
      withDriveKey((key) => {
        const hint = indexFor(Object.keys(where));
        const parts: Filter<RowDocument>[] = [filterOf(where, key)];
        if (hint) parts.push({ driveKey: key });
        if (!hint || after !== undefined) parts.push({ _id: idsUnder(key, after) });
        const bounds = { ...(hint && { hint }), ...(limit && { limit }) };
        return found({ $and: parts }, bounds, order ? undefined : { _id: 1 });
      }),

    chain: (id, { maxDepth }) =>
      withDriveKey(async (key) => {
        const pipeline = chainPipeline(elements.collectionName, rowKey(key, id), maxDepth);
        const documents = await elements
          .aggregate<RowDocument>(pipeline, { ...read, batchSize: BATCH })
          .toArray();
        return documents.map((document) => toRow<R>(document));
      }),
  };
}

/**
 * Measured: 0.6 ms at 3 levels, 0.7 ms at 12; a query per level takes 1.2 and 4.4 ms. $graphLookup visits
 * each document once, so a cycle ends by itself.
 */
const chainPipeline = (from: string, _id: string, maxDepth: number): Document[] => [
  { $match: { _id } },
  {
    $graphLookup: {
      from,
      startWith: '$parentKey',
      connectFromField: 'parentKey',
      connectToField: '_id',
      as: 'above',
      maxDepth,
    },
  },
  { $project: { rows: { $concatArrays: [['$$ROOT'], '$above'] } } },
  { $unwind: '$rows' },
  { $replaceRoot: { newRoot: '$rows' } },
  { $unset: 'above' },
];
