import type { DriveId } from '@skyshelf/contracts';
import type { Db, FindCursor } from 'mongodb';
import type { EventRecord } from '../drive-storage.js';
import { collectionsOf, sideCollection } from '../mongo/collections.js';
import { driveKeyOf, FIRST_GEN, type RowDocument } from '../mongo/documents.js';
import { toRecord } from '../mongo/event-document.js';
import { eventPages } from '../mongo/event-pages.js';
import { toRow } from '../mongo/row-document.js';
import { sideQueries } from '../mongo/side-queries.js';
import type { SideDocument } from '../drive-storage.js';
import type { Row } from '../port.js';

/** A drive at one moment: what an archive needs besides the events up to `version`. */
export interface DriveMoment {
  /** 0 for a drive that was never written. */
  version: number;
  /** Processes that carry large commands on. */
  underWay: number;
  /** Side documents that follow from no event. */
  settings: SideDocument[];
}

/** A moment that is held open: its rows can be read until `close`, at most for the five minutes for which the server remembers a moment. */
export interface HeldMoment extends DriveMoment {
  /** All rows in the order of this field, those without it first. A declared index that begins with it makes that cheap. None is kept in memory. */
  rows(by: string): AsyncIterable<Row>;
  close(): Promise<void>;
}

/** The side collections that an archive looks at. */
export interface ArchivedSides {
  /** Whose documents follow from no event, so that an archive keeps them. */
  settings: string;
  /** Whose documents carry large commands on: an archive waits until there are none. */
  processes: string;
}

/** Reads a drive at one moment though commands go on. Without `archived` nothing next to the stream is looked at. */
export async function holdDriveMoment(db: Db, drive: DriveId, archived?: ArchivedSides): Promise<HeldMoment> {
  const { drives, elements } = collectionsOf(db);
  const session = db.client.startSession({ snapshot: true });
  const close = () => session.endSession();
  try {
    const document = await drives.findOne({ _id: drive }, { session });
    const side = (name: string) => sideQueries(sideCollection(db, name), drive, { session }).find({}, {});
    const processes = archived ? await side(archived.processes) : [];
    const settings = archived ? await side(archived.settings) : [];
    const driveKey = driveKeyOf(drive, document?.gen ?? FIRST_GEN);
    return {
      ...{ version: document?.version ?? 0, underWay: processes.length, settings },
      rows: (by) => rowsBy(elements.find({ driveKey }, { session, batchSize: 1000 }), by),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* rowsBy(found: FindCursor<RowDocument>, by: string): AsyncGenerator<Row> {
  for await (const row of found.sort({ [by]: 1 })) yield toRow(row);
}

/** A drive's stream up to a version, in order, in the pages of `eventPages`, each event with all that is kept next to it. */
export async function* readRecords(db: Db, drive: DriveId, upTo: number): AsyncGenerator<EventRecord[]> {
  const { events } = collectionsOf(db);
  const options = { readConcern: { level: 'majority' as const } };
  for await (const page of eventPages(events, { drive, after: 0, upTo }, options)) yield page.map(toRecord);
}
