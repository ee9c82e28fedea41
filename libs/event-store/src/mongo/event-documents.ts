import type { DriveId } from '@skyshelf/contracts';
import { BSON, type Collection, type FindOptions } from 'mongodb';
import type { EventDocument } from './documents.js';
import type { EventRecord } from '../drive-storage.js';
import { slotOf } from '../outbox-port.js';

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
  const { drive, type, schema, data, at, actor, trace } = document;
  return { id: _id, drive, version, type, schema, data, opId, hash, answer, at, actor, trace };
}
