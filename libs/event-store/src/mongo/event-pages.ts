import type { DriveId } from '@skyshelf/contracts';
import { BSON, type Collection, type FindOptions } from 'mongodb';
import type { EventDocument } from './documents.js';

const MOST_EVENTS = 500;
/** An event may have three quarters of a megabyte, and becomes ten times as large in memory. */
const PAGE_BYTES = 512 * 1024;
/** Events of one message: small ones need few, and large ones don't become many megabytes. */
const MESSAGE_EVENTS = 64;

/** A drive's events behind one version, up to another. */
export interface EventRange {
  drive: DriveId;
  after: number;
  /** Default: as far as there are any. */
  upTo?: number;
}

/**
 * A drive's events in order, in pages of 500 or about half a megabyte: what comes first. No page is empty. However large the events are, a page more than is being
 * worked on is not in memory. Between two pages nothing is held open at the database: who works on one may take long.
 */
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
