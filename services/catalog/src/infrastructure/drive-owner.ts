import { type ArchivedOpening, archivedOpening, blobOwner, type DriveId } from '@skyshelf/contracts';
import type { DriveOwner, StreamArchive } from '@skyshelf/service';
import { type Db, MongoServerError, type Collection } from 'mongodb';
import { z } from 'zod';
import type { Clock } from '@skyshelf/tokens';
import { archiveOpenCounts } from './open-counts.js';
import type { StoredShareCounts } from './share-counts.js';
import type { Catalog, CatalogSide, RestoreClaims, RestoreRun } from '../application/catalog.js';
import { rebuildShares } from '../application/shares/replay-shares.js';

const openingLine = z.strictObject({ opening: archivedOpening });

/** Rows that name blobs, or may, ordered by blob. Folders name none. */
export const archive: StreamArchive = {
  rows: { by: 'blobId', pick: (row) => blobOwner.safeParse(row).data },
  sides: { settings: 'settings', processes: 'processes' } satisfies Record<string, CatalogSide>,
};

interface OwnerDeps {
  restores: Restores;
  catalog: Pick<Catalog, 'store' | 'ids'>;
  counts: Pick<StoredShareCounts, 'of' | 'restore' | 'forgetDrive'>;
}

export function catalogOwner(db: Db, { restores, catalog, counts }: OwnerDeps): DriveOwner {
  const opens = archiveOpenCounts(db);
  return {
    exports: { openings: (drive: DriveId) => allOpenings(drive, opens, counts) },
    async restore(drive, _, pages) {
      for await (const page of pages) {
        const openings = page.map((line) => openingLine.parse(line).opening);
        await opens.add(
          drive,
          openings.filter((each) => 'elementId' in each),
        );
        await counts.restore(
          drive,
          openings.filter((each) => 'share' in each),
        );
      }
      await lookAtTrash(db, drive);
      await rebuildShares(catalog, drive);
    },
    async forget(drive, { forGood }) {
      await opens.forget(drive);
      await counts.forgetDrive(drive);
      if (forGood) await restores.forget(drive);
    },
  };
}

async function* allOpenings(
  drive: DriveId,
  opens: { all(drive: DriveId): AsyncIterable<ArchivedOpening> },
  counts: Pick<StoredShareCounts, 'of'>,
): AsyncGenerator<ArchivedOpening> {
  yield* opens.all(drive);
  for (const [share, count] of await counts.of(drive)) yield { share, ...count };
}

/** Work in the trash is in no archive: the next sweep finds out what there is to do. */
async function lookAtTrash(db: Db, drive: DriveId): Promise<void> {
  const work = db.collection<{ _id: string }>('trash' satisfies CatalogSide, {
    writeConcern: { w: 'majority', journal: true },
  });
  const due = { kind: 'due', expires: new Date(0) };
  await work.updateOne({ _id: `${drive}:due` }, { $set: due }, { upsert: true });
}

interface RestoreDocument {
  _id: DriveId;
  run: string;
  /** It is not renewed after its process was killed. */
  until: Date;
}

const HELD_MS = 5 * 60_000;
const DUPLICATE = 11_000;

export class Restores implements RestoreClaims {
  private readonly documents: Collection<RestoreDocument>;

  constructor(
    db: Db,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.documents = db.collection('restores', { writeConcern: { w: 'majority', journal: true } });
  }

  async claim({ drive, run }: RestoreRun): Promise<{ claimed: boolean; wasBroken: boolean }> {
    const broken = { _id: drive, until: { $lt: this.clock.now() } };
    const over = await this.documents.findOneAndUpdate(broken, { $set: { run, until: this.later() } });
    if (over) return { claimed: true, wasBroken: true };
    try {
      await this.documents.insertOne({ _id: drive, run, until: this.later() });
      return { claimed: true, wasBroken: false };
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === DUPLICATE)) throw error;
      return { claimed: false, wasBroken: false };
    }
  }

  async renew({ drive, run }: RestoreRun): Promise<void> {
    await this.documents.updateOne({ _id: drive, run }, { $set: { until: this.later() } });
  }

  async end({ drive, run, broken }: RestoreRun & { broken: boolean }): Promise<void> {
    if (broken) await this.documents.updateOne({ _id: drive, run }, { $set: { until: this.clock.now() } });
    else await this.documents.deleteOne({ _id: drive, run });
  }

  async all(): Promise<{ drive: DriveId; underWay: boolean }[]> {
    const found = await this.documents.find().toArray();
    return found.map(({ _id, until }) => ({ drive: _id, underWay: until >= this.clock.now() }));
  }

  async forget(drive: DriveId): Promise<void> {
    await this.documents.deleteOne({ _id: drive });
  }

  private later(): Date {
    return new Date(this.clock.now().getTime() + HELD_MS);
  }
}
