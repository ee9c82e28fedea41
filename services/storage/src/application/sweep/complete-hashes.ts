import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { giveBack } from '@skyshelf/bytes';
import { isObjectStoreError } from '@skyshelf/object-store';
import type { Storage } from '../storage.js';

/** Each may be half a gigabyte. */
const MOST = 4;

/** Of blobs that came in parts: the SHA-256 lets a check tell damage, the CRC-32 is for archives. */
export async function completeHashes({ sweeping, objects, clock, logger }: Storage): Promise<number> {
  let hashed = 0;
  for (const blobId of await sweeping.unhashed(MOST)) {
    try {
      const digest = createHash('sha256');
      let crc = 0;
      for await (const chunk of (await objects.get(blobId)).body as AsyncIterable<Buffer>) {
        digest.update(chunk);
        crc = crc32(chunk, crc);
        giveBack(chunk);
      }
      if (await sweeping.keepHash(blobId, { sha256: digest.digest('hex'), crc32: crc })) hashed += 1;
    } catch (error) {
      if (!isObjectStoreError(error, 'not-found')) throw error;
      // Else another sweep has removed it.
      if (await sweeping.postponeHash(blobId, clock.now())) logger.error({ blobId }, 'a blob has no bytes');
    }
  }
  return hashed;
}
