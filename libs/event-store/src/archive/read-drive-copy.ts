import type { DriveId } from '@skyshelf/contracts';
import type { Db, FindCursor } from 'mongodb';
import type { EventRecord } from '../drive-storage.js';
import { collectionsOf, sideCollection } from '../mongo/collections.js';
import { driveKeyOf, FIRST_GEN, type RowDocument, toRecord, eventPages, toRow } from '../mongo/documents.js';
import { sideQueries } from '../mongo/side-queries.js';
import type { SideDocument } from '../drive-storage.js';
import type { Row } from '../port.js';

export interface DriveMoment {
  version: number;
  underWay: number;
  settings: SideDocument[];
}

/** Readable for five minutes at most: the server keeps a snapshot no longer. */
export interface DriveSnapshot extends DriveMoment {
  /** Ordered by this field, rows without it first; cheap with an index that begins with it. */
  rows(by: string): AsyncIterable<Row>;
  close(): Promise<void>;
}

export interface ArchivedSides {
  /** They follow from no event. */
  settings: string;
  /** The number of running large commands: an archive waits for their end. */
  processes: string;
}

/** Commands go on. Without `archived` only the stream is looked at. */
export async function openDriveSnapshot(
  db: Db,
  drive: DriveId,
  archived?: ArchivedSides,
): Promise<DriveSnapshot> {
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
      version: document?.version ?? 0,
      underWay: processes.length,
      settings,
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

/** Elsewhere, restores of this database say nothing. */
const withoutEpoch = ({ epoch: _, ...record }: EventRecord): EventRecord => ({
  ...record,
  id: record.id.split(':').slice(0, 3).join(':'),
});

/** Order: by version. */
export async function* readRecords(db: Db, drive: DriveId, upTo: number): AsyncGenerator<EventRecord[]> {
  const { events } = collectionsOf(db);
  const options = { readConcern: { level: 'majority' as const } };
  for await (const page of eventPages(events, { drive, after: 0, upTo }, options))
    yield page.map(toRecord).map(withoutEpoch);
}
