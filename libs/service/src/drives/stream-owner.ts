import {
  archivedRecord,
  forgetDrive,
  openDriveSnapshot,
  isThere,
  readRecords,
  restoreDrive,
  type ArchivedSides,
  type EventRecord,
} from '@skyshelf/event-store';
import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import { z } from 'zod';
import type { DriveOwner } from './drive-owner.js';

interface StreamStore {
  sides: readonly string[];
  rebuild(drive: DriveId): Promise<unknown>;
}

export interface ArchivedRows {
  by: string;
  /** Leaves a row out if it gives undefined. */
  pick(row: object): object | undefined;
}

export interface StreamArchive {
  rows: ArchivedRows;
  sides: ArchivedSides;
}

const eventLine = z.strictObject({ event: archivedRecord });

export function streamOwner(db: Db, store: StreamStore, archive?: StreamArchive): Required<DriveOwner> {
  return {
    exports: {
      moment: (drive) => momentLines(db, drive, archive),
      events: async function* (drive, { upTo }) {
        for await (const page of readRecords(db, drive, upTo)) yield* page;
      },
    },
    async restore(drive, { stream }, pages) {
      if (!stream) throw new DomainError('input.invalid', { field: 'stream' });
      if (stream.version === 0) return;
      const { version, settings: documents } = stream;
      const settings = archive && { settings: { side: archive.sides.settings, documents } };
      await restoreDrive(db, { drive, version, ...settings, records: recordsOf(pages) });
      await store.rebuild(drive);
    },
    knows: (drive) => isThere(db, drive),
    forget: (drive) => forgetDrive(db, drive, store.sides),
  };
}

async function* momentLines(db: Db, drive: DriveId, archive?: StreamArchive): AsyncGenerator<object> {
  const { rows, close, ...moment } = await openDriveSnapshot(db, drive, archive?.sides);
  try {
    yield moment;
    if (!archive) return;
    for await (const row of rows(archive.rows.by)) {
      const picked = archive.rows.pick(row);
      if (picked) yield picked;
    }
  } finally {
    await close();
  }
}

async function* recordsOf(pages: AsyncIterable<unknown[]>): AsyncGenerator<EventRecord[]> {
  for await (const page of pages) yield page.map((line) => eventLine.parse(line).event);
}
