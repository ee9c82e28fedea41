import type { BlobId, DriveId } from '@skyshelf/contracts';
import type { Document } from 'mongodb';

/** Of some blobs of a drive, those that no element names. It looks for one reference of each only: there may be a hundred thousand. */
export const unnamedAmong = (refs: string, drive: DriveId, blobIds: readonly BlobId[]): Document[] => [
  { $match: { _id: { $in: [...new Set(blobIds)] }, drive } },
  {
    $lookup: {
      from: refs,
      localField: '_id',
      foreignField: 'blobId',
      pipeline: [{ $match: { gone: null } }, { $limit: 1 }, { $project: { _id: 1 } }],
      as: 'named',
    },
  },
  { $match: { named: [] } },
  { $project: { drive: 1, condemned: 1, size: 1, source: 1, unnamed: 1 } },
];
