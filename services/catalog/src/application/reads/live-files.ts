import type { BlobId, DriveId } from '@skyshelf/contracts';
import type { Catalog } from '../catalog.js';
import { readAbove, walkUp } from '../slices/read-above.js';

export interface LiveQuestion {
  drive: DriveId;
  blobIds: readonly BlobId[];
  /** null when the caller has not heard of the drive. */
  known: number | null;
}

export interface LiveAnswer {
  version: number;
  /**
   * Named by an element that is neither gone nor in limbo; null: nothing changed since the known version.
   */
  live: BlobId[] | null;
}

/** For an unchanged drive only its version is read. */
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
