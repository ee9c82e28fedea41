import type { BlobId, DriveId, ObjectContentPage } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';
import type { Storage } from './storage.js';

/** By key, unnamed ones too. */
export async function driveObjects(
  { blobs }: Pick<Storage, 'blobs'>,
  drive: DriveId,
  { after, limit }: { after?: BlobId | undefined; limit: number },
): Promise<ObjectContentPage> {
  const found = await blobs.ofDrive(drive, after ?? null, limit);
  return { objects: found.map(contentOf), next: found.length < limit ? null : (found.at(-1)?._id ?? null) };
}

const contentOf = ({ _id: key, size, type, state, kind, source, begun }: Blob) => ({
  key,
  size,
  type,
  state,
  kind,
  source,
  begun: begun.toISOString(),
});
