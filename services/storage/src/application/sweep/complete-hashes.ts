import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { giveBack } from '@skyshelf/bytes';
import { isObjectStoreError } from '@skyshelf/object-store';
import type { Storage } from '../storage.js';

/** Few a time: each may be half a gigabyte to read. */
const MOST = 4;

/** Blobs that came in parts were never seen in one go: reads them once and keeps their SHA-256, so a later check of the store can tell damage, and their CRC-32 for archives. */
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
