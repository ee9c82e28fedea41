import type { DriveId, OpId } from '@skyshelf/contracts';
import { type AnyBulkWriteOperation, BSON, type Collection, type FindOptions } from 'mongodb';
import type { EventRecord } from '../drive-storage.js';
import { slotOf } from '../outbox-port.js';
import type { Change, Row, RowTree } from '../port.js';
import type { VersionedChange } from '../rows/change-rows.js';

/** A drive's fence, totals (the service's fields) and current generation of rows. */
export interface DriveDocument {
  _id: DriveId;
  state: 'open' | 'closing';
  /** Incremented first in every transaction of the drive, so a second one conflicts. */
  fence: number;
  version: number;
  /** See `DriveState.bounds`. */
  bounds: Readonly<Record<string, number>>;
  gen: number;
  /** The highest ever allotted: no two rebuilds share one. */
  lastGen: number;
}

/** It is also the outbox entry (`pub`) and the record of the operation (`opId`, `hash`, `answer`). */
export interface EventDocument {
  /** `<service>:<drive>:<version>[:<epoch>]`; a unique id for events without order. */
  _id: string;
  drive: DriveId;
  /** The version; for events without order, microseconds of the clock. */
  seq: number;
  version: number | null;
  /** Default: 0. */
  epoch?: number;
  type: string;
  schema: number;
  data: object;
  /** It is absent for events without order. */
  opId?: OpId;
  hash?: string;
  answer?: unknown;
  at: Date;
  actor: string | null;
  device?: string;
  trace: string | null;
  slot: number;
  pub: boolean;
}

/** `_id` is `<drive>:<gen>:<id>`; the other fields are the row's. */
export interface RowDocument {
  _id: string;
  driveKey: string;
  /** The parent's `_id`: followed by the walk to the root. */
  parentKey?: string;
  rev: number;
  [field: string]: unknown;
}

/** `_id` is `<drive>:<id>`. */
export interface SideRecord {
  _id: string;
  expires?: Date;
  [field: string]: unknown;
}

export const FIRST_GEN = 1;

export const driveKeyOf = (drive: DriveId, gen: number): string => `${drive}:${gen}`;

/** All ids below `<key>:`, or behind `<key>:<after>`. No drive id contains a colon; `;` follows it in ASCII. */
export const idsUnder = (key: string, after?: string) =>
  after === undefined ? { $gte: `${key}:`, $lt: `${key};` } : { $gt: `${key}:${after}`, $lt: `${key};` };

const MOST_EVENTS = 500;
/** An event may have 750 KB, and ten times as much in memory. */
const PAGE_BYTES = 512 * 1024;
const MESSAGE_EVENTS = 64;

interface EventRange {
  drive: DriveId;
  after: number;
  upTo?: number;
}

/** Pages of 500 events or about half a megabyte; none is empty. No cursor stays open between them. */
export async function* eventPages(
  events: Collection<EventDocument>,
  { drive, after, upTo }: EventRange,
  options: FindOptions,
): AsyncGenerator<EventDocument[]> {
  for (let last = after; ;) {
    const seq = { $gt: last, ...(upTo !== undefined && { $lte: upTo }) };
    const window = { limit: MOST_EVENTS, batchSize: MESSAGE_EVENTS };
    const page: EventDocument[] = [];
    let bytes = 0;
    for await (const document of events.find({ drive, seq }, { ...options, ...window }).sort({ seq: 1 })) {
      page.push(document);
      bytes += BSON.calculateObjectSize(document);
      if (bytes >= PAGE_BYTES) break;
    }
    const end = page.at(-1);
    if (!end) return;
    yield page;
    last = end.seq;
  }
}

export function toEventDocument({ id, ...record }: EventRecord): EventDocument {
  return { _id: id, ...record, seq: record.version, slot: slotOf(record.drive), pub: false };
}

/** @throws Error for an event without order */
export function toRecord({ _id, version, opId, hash, answer, ...document }: EventDocument): EventRecord {
  if (version === null || opId === undefined || hash === undefined)
    throw new Error(`Event ${_id} is no event of a drive's stream.`);
  const { drive, epoch, type, schema, data, at, actor, device, trace } = document;
  const place = { id: _id, drive, version, ...(epoch !== undefined && { epoch }) };
  const by = { actor, ...(device !== undefined && { device }), trace };
  return { ...place, type, schema, data, opId, hash, answer, at, ...by };
}

export const rowKey = (driveKey: string, id: string): string => `${driveKey}:${id}`;

/** The database walks upwards along this key. */
const parentKey = <R extends Row>(
  driveKey: string,
  fields: Partial<R>,
  tree: RowTree<R> | undefined,
): { parentKey?: string } => {
  const parent: unknown = tree && fields[tree.parent];
  return typeof parent === 'string' ? { parentKey: rowKey(driveKey, parent) } : {};
};

export function toDocument<R extends Row>(
  driveKey: string,
  row: R,
  rev: number,
  tree: RowTree<R> | undefined,
): RowDocument {
  const { id, ...fields } = row;
  return { ...fields, _id: rowKey(driveKey, id), driveKey, ...parentKey(driveKey, row, tree), rev };
}

export function toRow<R extends Row>(document: RowDocument): R {
  const row: Record<string, unknown> = { id: document._id.slice(document.driveKey.length + 1) };
  // Object rest costs three times as much: a fifth of an uncached listing.
  for (const field of Object.keys(document)) if (!ofTheStore.has(field)) row[field] = document[field];
  return row as unknown as R;
}

const ofTheStore: ReadonlySet<string> = new Set(['_id', 'driveKey', 'parentKey']);

/** Writes in order: a freed name may be taken by the next change. Consecutive removals share a statement. */
export function toWrites<R extends Row>(
  driveKey: string,
  changes: readonly VersionedChange<R>[],
  tree: RowTree<R> | undefined,
): AnyBulkWriteOperation<RowDocument>[] {
  const writes: AnyBulkWriteOperation<RowDocument>[] = [];
  let going: string[] | null = null;
  for (const { change, rev } of changes) {
    if (change.op !== 'remove') {
      going = null;
      writes.push(toWrite(driveKey, change, rev, tree));
    } else if (going) going.push(rowKey(driveKey, change.id));
    else {
      going = [rowKey(driveKey, change.id)];
      writes.push({ deleteMany: { filter: { _id: { $in: going } } } });
    }
  }
  return writes;
}

function toWrite<R extends Row>(
  driveKey: string,
  change: Exclude<Change<R>, { op: 'remove' }>,
  rev: number,
  tree: RowTree<R> | undefined,
): AnyBulkWriteOperation<RowDocument> {
  if (change.op === 'insert') return { insertOne: { document: toDocument(driveKey, change.row, rev, tree) } };
  const { id: _, ...fields } = change.set as Partial<Row> & Record<string, unknown>;
  const $set = { ...fields, ...parentKey(driveKey, change.set, tree), rev };
  return { updateOne: { filter: { _id: rowKey(driveKey, change.id) }, update: { $set } } };
}
