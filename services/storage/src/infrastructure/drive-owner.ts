import { archivedReference, type DriveId } from '@skyshelf/contracts';
import type { DriveOwner } from '@skyshelf/service';
import { z } from 'zod';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Clock } from '@skyshelf/tokens';
import type { References } from './references.js';
import type { StorageCollections } from './collections.js';
import type { UnnamedRecount } from './unnamed-recount.js';
import { removeParts } from '../application/complete-parts.js';

const referenceLine = z.strictObject({ reference: archivedReference });

/** Bytes have calls of their own. */
export const storageOwner = ({
  references,
  ...deps
}: ForgetDriveDeps & { references: References }): DriveOwner => ({
  exports: {
    blob: async function* (drive, { blobId }) {
      const blob = await deps.collections.blobs.findOne({ _id: blobId, drive, state: 'ready' });
      if (blob) yield blob;
    },
  },
  /** Their bytes exist by now. */
  async restore(drive, _, pages) {
    for await (const page of pages)
      await references.add({ drive, references: page.map((line) => referenceLine.parse(line).reference) });
  },
  forget: (drive, { forGood }) => (forGood ? forgetDrive(deps, drive) : releaseDrive(deps, drive)),
});

interface ForgetDriveDeps {
  collections: StorageCollections;
  objects: ObjectStore;
  clock: Clock;
  recount: UnnamedRecount;
}

const BATCH = 500;

/**
 * Bytes before records: a killed attempt is resumed. The counter goes first, so a new upload in parts finds
 * none, then the tombstone (see UnnamedBytes).
 */
async function forgetDrive({ collections, objects }: ForgetDriveDeps, drive: DriveId): Promise<void> {
  const { blobs, uploads, refs, unnamed, takeouts, archives, archivePages } = collections;
  await unnamed.deleteOne({ _id: drive });
  for await (const upload of uploads.find({ drive })) {
    await removeParts(objects, upload);
    await uploads.deleteOne({ _id: upload._id });
  }
  for (;;) {
    const found = await blobs
      .find({ drive }, { projection: { _id: 1 } })
      .limit(BATCH)
      .toArray();
    if (found.length === 0) break;
    const ids = found.map(({ _id }) => _id);
    await objects.delete(ids);
    await blobs.deleteMany({ _id: { $in: ids } });
  }
  await refs.deleteMany({ drive });
  await takeouts.deleteOne({ _id: drive });
  await archives.deleteMany({ drive });
  await archivePages.deleteMany({ drive });
  await unnamed.deleteOne({ _id: drive });
}

/** Releases a drive after a failed restore: the sweep removes the bytes unless they are restored again. */
async function releaseDrive(
  { collections: { blobs, refs }, clock, recount }: ForgetDriveDeps,
  drive: DriveId,
): Promise<void> {
  await refs.deleteMany({ drive });
  await blobs.updateMany(
    { drive, source: null, condemned: null },
    { $set: { condemned: clock.now(), unnamed: 'counted' } },
  );
  await recount.repair(drive);
}
