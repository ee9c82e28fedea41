import { DomainError, type BlobId } from '@skyshelf/contracts';
import type { Readable } from 'node:stream';
import type { Blob } from '../domain/blob.js';
import { pendingBlob, type Intention, type Stored } from '../domain/new-blobs.js';
import { collected, observe, type ObservedBody } from './observed-body.js';
import { isObjectStoreError } from '@skyshelf/object-store';
import type { Outcome, Ready } from './ports.js';
import type { Storing } from './storage.js';

/**
 * Recorded as pending before the key is written; durable at return, not ready. What a failure leaves expires.
 * @param unnamedLimit of the drive, with these bytes
 * @throws DomainError `upload.incomplete`, `space.exceeded` (disk full), `space.held`, `drive.closed`,
 * `service.unavailable`
 */
export function storeBytes(
  storage: Storing,
  intention: Intention,
  body: Readable,
  unnamedLimit = Infinity,
): Promise<Stored> {
  const recorded = storage.blobs.begin(pendingBlob(intention), unnamedLimit);
  return storeRecorded(storage, intention, observe(body, intention.size), recorded);
}

export const storeRecorded = (
  storage: Storing,
  { blobId, declaredType, kind }: Intention,
  body: ObservedBody | Promise<ObservedBody>,
  recorded: Promise<void>,
): Promise<Stored> =>
  orTakenBack(storage, blobId, recorded, async () => {
    const [observed] = await Promise.all([body, recorded]);
    const { bytes, size } = observed;
    await storage.objects.put(blobId, bytes, size === undefined ? {} : { size });
    const { head, sha256, crc32 } = observed.seen();
    // Events carry the pixels of derived files.
    return { sha256, crc32, ...(await storage.inspect(head, declaredType, kind === null)) };
  });

/** Checksums are recorded before the key is written. */
export async function storeCollected(
  storage: Storing,
  intention: Intention,
  bytes: Uint8Array,
  unnamedLimit: number,
  record: (stored: Stored) => Partial<Blob> = () => ({}),
): Promise<Stored> {
  const { blobId, size, declaredType, kind } = intention;
  const { head, sha256, crc32 } = collected(bytes).seen();
  const stored = { sha256, crc32, ...(await storage.inspect(head, declaredType, kind === null)) };
  const pending = { ...pendingBlob(intention), ...stored, ...record(stored) };
  const recorded = storage.blobs.begin(pending, unnamedLimit);
  return orTakenBack(storage, blobId, recorded, async () => {
    await recorded;
    await storage.objects.put(blobId, bytes, { size });
    return stored;
  });
}

async function orTakenBack(
  storage: Storing,
  blobId: BlobId,
  recorded: Promise<void>,
  store: () => Promise<Stored>,
): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    await recorded.then(() => discard(storage, blobId)).catch(() => {}); // else the sweeper does
    throw storeRefusal(error);
  }
}

/**
 * null: the same intention has a ready blob.
 * @throws DomainError `upload.not-found` when its record is gone; removes its bytes
 */
export async function finishBytes({ blobs, objects }: Storing, outcome: Outcome): Promise<Ready | null> {
  try {
    return await blobs.finish(outcome);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'upload.not-found')
      await objects.delete([outcome._id]);
    throw error;
  }
}

/** Bytes first, so that none remain without a record. */
export async function discard({ blobs, objects }: Storing, blobId: BlobId): Promise<void> {
  await objects.delete([blobId]);
  await blobs.forget(blobId);
}

export function storeRefusal(error: unknown): unknown {
  if (!isObjectStoreError(error)) return error;
  if (error.code === 'size-mismatch') return new DomainError('upload.incomplete', { cause: error });
  if (error.code === 'full') return new DomainError('space.exceeded', { cause: error });
  return new DomainError('service.unavailable', { cause: error });
}
