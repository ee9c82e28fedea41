import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import type { Catalog } from '../catalog.js';

export interface NamedBlob {
  elementId: ElementId;
  blobId: BlobId;
  thumbnailBlobId: BlobId | null;
  size: number;
  /** Media type. */
  type: string;
}

/**
 * Which bytes the elements of a drive name, in pages by element id: for the check that all of them are there.
 */
export async function namedBlobs(
  catalog: Catalog,
  drive: DriveId,
  after: string,
  limit: number,
): Promise<{ blobs: NamedBlob[]; next: string | null }> {
  const reader = await catalog.store.reader(drive);
  const rows = await reader.find({}, { limit, ...(after && { after }) });
  const blobs = rows.flatMap(({ id, blobId, thumbnailBlobId, size, kind }) =>
    blobId === null ? [] : [{ elementId: id, blobId, thumbnailBlobId, size, type: kind }],
  );
  return { blobs, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}
