import type { BlobId, DriveId, DriveReference } from '@skyshelf/contracts';
import type { CheckedRecords } from '../application/ports.js';
import { referenceId, type BlobReference } from '../domain/references.js';
import type { StorageCollections } from './collections.js';
import type { UnnamedRecount } from './unnamed-recount.js';

type Ids = readonly BlobId[];

export function checkedRecords(
  { blobs, uploads, refs }: StorageCollections,
  recount: UnnamedRecount,
): CheckedRecords {
  const among = (ids: Ids) => ({ _id: { $in: [...ids] } });
  const expiredBefore = (before: Date) => ({ expires: { $lt: before } });
  const recorded = async (ids: Ids) => new Set(await blobs.distinct('_id', among(ids)));
  return {
    readyOf: (drive, ids) => blobs.find({ ...among(ids), drive, state: 'ready' }).toArray(),
    ready: async (ids) => new Set(await blobs.distinct('_id', { ...among(ids), state: 'ready' })),
    recorded,
    expected: async (ids) => {
      const coming = await uploads.distinct('blobId', { blobId: { $in: [...ids] } });
      return new Set([...(await recorded(ids)), ...coming]);
    },
    named: async (ids) => new Set(await refs.distinct('blobId', { blobId: { $in: [...ids] }, gone: null })),
    kept: async (references: readonly BlobReference[]) =>
      new Set(await refs.distinct('_id', { _id: { $in: references.map(referenceId) }, gone: null })),
    page: (after, limit) =>
      blobs
        .find({ _id: { $gt: after as BlobId }, state: 'ready' })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    references: (after, limit) => livingReferences(refs, after, limit),
    knowsMultipart: async (blobId, multipartId) =>
      (await uploads.findOne({ blobId, multipartId }, { projection: { _id: 1 } })) !== null,
    expiredUploads: (before, most) => uploads.find(expiredBefore(before)).limit(most).toArray(),
    expiredBlobs: (before, most) =>
      blobs
        .find({ finished: null, ...expiredBefore(before) })
        .limit(most)
        .toArray(),
    wrongCounters: (drive: DriveId | null) => recount.differences(drive),
  };
}

async function livingReferences(
  refs: StorageCollections['refs'],
  after: string,
  limit: number,
): Promise<DriveReference[]> {
  const page = await refs
    .find({ _id: { $gt: after }, gone: null }, { projection: { blobId: 1, elementId: 1, drive: 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return page.map(({ drive, blobId, elementId }) => ({ drive, blobId, elementId }));
}
