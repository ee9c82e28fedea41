import type { BlobId, DriveId } from '@skyshelf/contracts';
import type { Catalog } from '../catalog.js';
import { readAbove, walkUp } from '../slices/read-above.js';

export interface LiveQuestion {
  drive: DriveId;
  blobIds: readonly BlobId[];
  /** The version at which the asking process last heard of the drive; null when it has not. */
  known: number | null;
}

export interface LiveAnswer {
  version: number;
  /** Those of the blobs that an element names which is neither gone nor in limbo; null: nothing has changed since the known version. */
  live: BlobId[] | null;
}

/** Which files are there for their owner at this moment. As long as a drive is unchanged, its version is all that is read. */
export async function liveFiles(
  { store }: Catalog,
  { drive, blobIds, known }: LiveQuestion,
): Promise<LiveAnswer> {
  if (known !== null && known === (await store.version(drive))) return { version: known, live: null };
  const reader = await store.reader(drive);
  const { version } = reader.state();
  const found = await Promise.all([
    reader.find({ blobId: { in: blobIds } }),
    reader.find({ derivedBlobIds: { in: blobIds } }),
  ]);
  const rows = found.flat();
  const above = await readAbove(reader, rows);
  const reachable = rows.filter((row) => walkUp(row, above) !== null);
  const named = new Set(reachable.flatMap(({ blobId, derivedBlobIds }) => [blobId, ...derivedBlobIds]));
  return { version, live: blobIds.filter((id) => named.has(id)) };
}
