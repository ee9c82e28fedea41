import type { DriveId } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import type { EventRecord } from '../drive-storage.js';
import { collectionsOf } from '../mongo/collections.js';
import { driveKeyOf, FIRST_GEN } from '../mongo/documents.js';
import { toRecord } from '../mongo/event-document.js';
import { eventPages } from '../mongo/event-pages.js';
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

/** A drive's stream up to a version, in order, in the pages of `eventPages`, each event with all that is kept beside it. */
export async function* readRecords(db: Db, drive: DriveId, upTo: number): AsyncGenerator<EventRecord[]> {
  const { events } = collectionsOf(db);
  const options = { readConcern: { level: 'majority' as const } };
  for await (const page of eventPages(events, { drive, after: 0, upTo }, options)) yield page.map(toRecord);
}
