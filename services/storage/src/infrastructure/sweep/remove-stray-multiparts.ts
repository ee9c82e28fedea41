import type { SweepParts } from './sweep-parts.js';
import type { BlobId } from '@skyshelf/contracts';

/**
 * Uploads in parts that the object store knows and we don't: a crash between opening one and recording its name. Neither of our stores sweeps by itself
 * (see docs: no lifecycle rules). Young ones may be about to be recorded.
 */
export async function removeStrayMultiparts({
  collections: { uploads },
  objects,
  clock,
  pendingMs,
}: SweepParts): Promise<number> {
  let removed = 0;
  for await (const { key, multipartId, started } of objects.listMultiparts()) {
    if (clock.now().getTime() - started.getTime() < pendingMs) continue;
    if (await uploads.findOne({ blobId: key as BlobId, multipartId }, { projection: { _id: 1 } })) continue;
    await objects.abortMultipart(key, multipartId);
    removed += 1;
  }
  return removed;
}
