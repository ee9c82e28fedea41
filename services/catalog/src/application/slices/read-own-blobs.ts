import type { BlobId } from '@skyshelf/contracts';
import { readAbove, walkUp } from './read-above.js';
import type { Reader } from './read-folder.js';

/** As content or as a derived file. What waits to be purged shows nothing. */
export async function readOwnBlobs(reader: Reader, blobIds: readonly BlobId[]): Promise<Set<BlobId>> {
  const rows = await reader.find({ blobId: { in: blobIds } });
  const contents = new Set(rows.map(({ blobId }) => blobId));
  const others = blobIds.filter((id) => !contents.has(id));
  if (others.length > 0) rows.push(...(await reader.find({ derivedBlobIds: { in: others } })));
  const folders = await readAbove(reader, rows);
  const shown = rows.filter((row) => walkUp(row, folders) !== null);
  return new Set(
    shown.flatMap(({ blobId, derivedBlobIds }) =>
      blobId === null ? derivedBlobIds : [blobId, ...derivedBlobIds],
    ),
  );
}
