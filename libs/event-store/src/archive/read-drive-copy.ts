import type { DriveId } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import type { EventRecord } from '../drive-storage.js';
import { collectionsOf } from '../mongo/collections.js';
import { driveKeyOf, FIRST_GEN } from '../mongo/documents.js';
import { toRecord } from '../mongo/event-document.js';
import { PageSize } from '../mongo/page-size.js';
import { toRow } from '../mongo/row-document.js';
import { sideQueries } from '../mongo/side-queries.js';
import type { SideDocument } from '../drive-storage.js';
import type { Row } from '../port.js';

/** A drive at one moment: what an archive needs beside the events up to `version`. */
export interface DriveMoment {
  /** 0 for a drive that was never written. */
  version: number;
  /** Processes that carry large commands on. */
  underWay: number;
  /** Documents of `settings`; they follow from no event. */
  settings: SideDocument[];
}

/** What to do with the rows of a moment. */
export interface RowVisit {
  /** Only rows that have this field, in its order. A declared index that begins with it makes that cheap. */
  by: string;
  /** Called with one after the other. */
  visit(row: Row): Promise<void> | void;
}

/**
 * Reads a drive at one moment though commands go on. Holds no rows in memory.
 * @throws MongoServerError when reading takes more than the five minutes for which the server remembers a moment
 */
export async function readDriveMoment(db: Db, drive: DriveId, rows?: RowVisit): Promise<DriveMoment> {
  const { drives, elements, sides } = collectionsOf(db);
  const session = db.client.startSession({ snapshot: true });
  try {
    const document = await drives.findOne({ _id: drive }, { session });
    const processes = await sideQueries(sides.processes, drive, { session }).find({}, {});
    const settings = await sideQueries(sides.settings, drive, { session }).find({}, {});
    if (rows) {
      const driveKey = driveKeyOf(drive, document?.gen ?? FIRST_GEN);
      const found = { driveKey, [rows.by]: { $nin: [null] } };
      const cursor = elements.find(found, { session, batchSize: 1000 }).sort({ [rows.by]: 1 });
      for await (const row of cursor) await rows.visit(toRow(row));
    }
    return { version: document?.version ?? 0, underWay: processes.length, settings };
  } finally {
    await session.endSession();
  }
}

/** A drive's stream up to a version, in order, in pages of 500 events or about 1 MiB at most, each event with all that is kept beside it. */
export async function* readRecords(db: Db, drive: DriveId, upTo: number): AsyncGenerator<EventRecord[]> {
  const { events } = collectionsOf(db);
  const size = new PageSize();
  for (let after = 0; after < upTo;) {
    const { limit } = size;
    const page = await events
      .find(
        { drive, seq: { $gt: after, $lte: upTo } },
        { readConcern: { level: 'majority' }, limit, batchSize: limit },
      )
      .sort({ seq: 1 })
      .toArray();
    if (page.length === 0) return;
    yield page.map(toRecord);
    after = page.at(-1)?.seq ?? upTo;
    size.seen(page);
  }
}
