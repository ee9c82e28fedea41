import type { BlobId, DriveId } from '@skyshelf/contracts';
import type { Catalog } from '../catalog.js';

/** Not even one that waits to be purged: storage asks before it removes bytes for good. */
export async function unusedBlobs(
  catalog: Catalog,
  drive: DriveId,
  blobIds: readonly BlobId[],
): Promise<BlobId[]> {
  const reader = await catalog.store.reader(drive);
  const rows = await Promise.all([
    reader.find({ blobId: { in: blobIds } }),
    reader.find({ derivedBlobIds: { in: blobIds } }),
  ]);
  const used = new Set(rows.flat().flatMap(({ blobId, derivedBlobIds }) => [blobId, ...derivedBlobIds]));
  return blobIds.filter((id) => !used.has(id));
}
