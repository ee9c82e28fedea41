import { createHash } from 'node:crypto';
import { isObjectStoreError } from '@skyshelf/object-store';
import { sought } from '../sought.js';
import type { SweepParts } from './sweep-parts.js';

/** Few a time: each may be half a gigabyte to read. */
const MOST = 4;

/** Blobs that came in parts were never seen in one go: reads them once and keeps their SHA-256, so a later check of the store can tell damage. */
export async function completeHashes({
  collections: { blobs },
  objects,
  clock,
  logger,
}: SweepParts): Promise<number> {
  const unhashed = await blobs.find(sought.unhashed()).sort({ hashDue: 1 }).limit(MOST).toArray();
  let hashed = 0;
  for (const { _id } of unhashed) {
    try {
      const digest = createHash('sha256');
      for await (const chunk of (await objects.get(_id)).body) digest.update(chunk as Buffer);
      const hash = { sha256: digest.digest('hex'), hashDue: null };
      const done = await blobs.updateOne({ _id, ...sought.unhashed() }, { $set: hash });
      hashed += done.modifiedCount;
    } catch (error) {
      if (!isObjectStoreError(error, 'not-found')) throw error;
      const later = { $set: { hashDue: clock.now() } }; // behind the others
      const { matchedCount } = await blobs.updateOne({ _id, ...sought.unhashed() }, later);
      // Else another sweep has removed it meanwhile.
      if (matchedCount === 1) logger.error({ blobId: _id }, 'a blob has no bytes');
    }
  }
  return hashed;
}
