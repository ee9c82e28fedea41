import type { ClientSession } from 'mongodb';
import type { DriveId } from '@skyshelf/contracts';
import type { ProducerQueue } from '@skyshelf/jobs';
import type { BatchWrites } from '../drive-storage.js';
import type { Row, RowTree } from '../port.js';
import type { DriveCollections } from './collections.js';
import { toEventDocument, toWrites } from './documents.js';
import { toSideWrite } from './side-queries.js';

export interface DecidedBatch<R extends Row> {
  drive: DriveId;
  driveKey: string;
  writes: BatchWrites<R>;
}

export interface WriteTarget<R extends Row> {
  collections: DriveCollections;
  tree: RowTree<R> | undefined;
  jobs?: JobAdder | undefined;
  recorder?: Recorder | undefined;
}

export type JobAdder = Pick<ProducerQueue<ClientSession>, 'add'>;

/** Adds documents in the transaction of an event. */
export interface Recorder {
  add(session: ClientSession, documents: readonly object[]): Promise<void>;
}

/** Uses one statement for each collection. */
export async function writeBatches<R extends Row>(
  { collections: { events, elements, sides }, tree, jobs, recorder }: WriteTarget<R>,
  session: ClientSession,
  batches: readonly DecidedBatch<R>[],
): Promise<void> {
  // Events before rows: a repeated operation must be found before the row it created.
  const documents = batches.flatMap(({ writes }) => writes.events.map(toEventDocument));
  if (documents.length > 0) await events.insertMany(documents, { session, ignoreUndefined: true });

  const rows = batches.flatMap(({ driveKey, writes }) => toWrites(driveKey, writes.changes, tree));
  if (rows.length > 0) await elements.bulkWrite(rows, { session });

  for (const [name, collection] of Object.entries(sides)) {
    const writes = batches.flatMap(({ drive, writes }) =>
      writes.sides.filter((write) => write.name === name).map((write) => toSideWrite(drive, write)),
    );
    if (writes.length > 0) await collection.bulkWrite(writes, { session });
  }

  const records = batches.flatMap(({ writes }) => writes.records);
  if (records.length > 0 && !recorder) throw new Error('This store has no recorder.');
  if (records.length > 0) await recorder?.add(session, records);

  const entered = batches.flatMap(({ writes }) => writes.jobs);
  if (entered.length === 0) return;
  if (!jobs) throw new Error('This store has no jobs.');
  await jobs.add(session, entered);
}
