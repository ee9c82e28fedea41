import { archivedOpening, blobOwner, type DriveId } from '@skyshelf/contracts';
import type { DriveOwner, StreamArchive } from '@skyshelf/service';
import type { Db } from 'mongodb';
import { z } from 'zod';
import { archiveOpenCounts } from './open-counts.js';
import type { CatalogSide } from '../application/catalog.js';
import type { Restores } from './restores.js';

const openingLine = z.strictObject({ opening: archivedOpening });

/** Rows that name blobs, or may, ordered by blob. Folders name none. */
export const archive: StreamArchive = {
  rows: { by: 'blobId', pick: (row) => blobOwner.safeParse(row).data },
  sides: { settings: 'settings', processes: 'processes' } satisfies Record<string, CatalogSide>,
};

export function catalogOwner(db: Db, restores: Restores): DriveOwner {
  const opens = archiveOpenCounts(db);
  return {
    exports: { openings: (drive: DriveId) => opens.all(drive) },
    async restore(drive, _, pages) {
      for await (const page of pages)
        await opens.add(
          drive,
          page.map((line) => openingLine.parse(line).opening),
        );
    },
    async forget(drive, { forGood }) {
      await opens.forget(drive);
      if (forGood) await restores.forget(drive);
    },
  };
}
