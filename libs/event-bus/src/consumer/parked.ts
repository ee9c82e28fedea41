import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import type { Collection, Db } from 'mongodb';

export type ParkedRequest = 'retry' | 'drop';

/**
 * An entry with a version makes later events of the drive's stream wait at their source. One without a version is only
 * this event, since such events commute.
 */
export interface ParkedDocument {
  /** `<consumer>/<source>/<drive>` of a stream, `<consumer>/<drive>/<event id>` of a single event. */
  _id: string;
  consumer: ServiceName;
  source: ServiceName;
  drive: DriveId;
  version: number | null;
  event: EventMessage;
  error: { name: string; message: string; stack: string | null };
  /** Failed tries, all rounds together. */
  tries: number;
  since: Date;
  lastTried: Date;
  /** Set by an operator, carried out by the consumer. */
  request: ParkedRequest | null;
  /** The latest version waiting behind it, at the process that reads the drive's events. */
  latest?: number;
}

export const parkedCollection = (db: Db): Collection<ParkedDocument> =>
  db.collection<ParkedDocument>('parked');

export type ParkedEntry = Omit<ParkedDocument, '_id'> & { id: string };

/** Order: oldest first. */
export async function listParked(db: Db): Promise<ParkedEntry[]> {
  const documents = await parkedCollection(db)
    .find({}, { readConcern: { level: 'majority' } })
    .sort({ since: 1, _id: 1 })
    .toArray();
  return documents.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
}

/**
 * The consumer tries again and goes on with what waits behind. It looks every few seconds.
 * @returns false when nothing is parked under this id
 */
export const retryParked = (db: Db, id: string): Promise<boolean> => request(db, id, 'retry');

/**
 * The consumer passes this event without its effect.
 * @param event its id: the entry of a stream holds another one once the consumer has gone on
 * @returns false when this is not parked under this id
 */
export const dropParked = (db: Db, id: string, event?: string): Promise<boolean> =>
  request(db, id, 'drop', event);

async function request(db: Db, id: string, kind: ParkedRequest, event?: string): Promise<boolean> {
  const { matchedCount } = await parkedCollection(db).updateOne(
    { _id: id, ...(event !== undefined && { 'event.id': event }) },
    { $set: { request: kind } },
    { writeConcern: { w: 'majority', journal: true } },
  );
  return matchedCount === 1;
}
