import { crc32 } from 'node:zlib';
import { giveBack } from '@skyshelf/bytes';
import { DomainError, type BlobId } from '@skyshelf/contracts';
import { openBytes, type ReadableObjects } from '../read-file.js';
import type { Storage } from '../storage.js';

type Needed = Pick<Storage, 'blobs' | 'summing'> & ReadableObjects;

/**
 * As kept, else taken now and kept (500 MB take about a second from a disk), once for many downloads.
 * @throws DomainError `file.not-found`
 */
export const takenCrc = (storage: Needed, blobId: BlobId): Promise<number> =>
  storage.summing.run(blobId, () => keptOrTaken(storage, blobId));

async function keptOrTaken({ blobs, objects }: Needed, blobId: BlobId): Promise<number> {
  const blob = await blobs.get(blobId);
  if (blob?.state !== 'ready') throw new DomainError('file.not-found');
  if (typeof blob.crc32 === 'number') return blob.crc32;
  let crc = 0;
  let bytes = 0;
  for await (const chunk of (await openBytes({ objects }, blobId)) as AsyncIterable<Buffer>) {
    crc = crc32(chunk, crc);
    bytes += chunk.length;
    giveBack(chunk);
  }
  if (bytes !== blob.size) throw new Error(`The bytes of ${blobId} are not as many as recorded.`);
  await blobs.keepCrc(blobId, crc);
  return crc;
}
