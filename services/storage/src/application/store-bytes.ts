import {
  DomainError,
  type BlobId,
  type DerivativeKind,
  type DriveId,
  type UploadId,
} from '@skyshelf/contracts';
import type { Readable } from 'node:stream';
import type { Blob } from '../domain/blob.js';
import { type Findings, collected, observe, type Checksums, type ObservedBody } from './observed-body.js';
import { isObjectStoreError } from '@skyshelf/object-store';
import type { Storing } from './storage.js';

export interface Intention {
  blobId: BlobId;
  drive: DriveId;
  once: string;
  uploadId: UploadId | null;
  source: BlobId | null;
  kind: DerivativeKind | null;
  size: number;
  declaredType: string;
  begun: Date;
  expires: Date;
}

export type Stored = Findings & Checksums;

export const pendingBlob = ({ blobId, declaredType, ...facts }: Intention): Blob => ({
  _id: blobId,
  ...facts,
  state: 'pending',
  sha256: null,
  crc32: null,
  hashDue: null,
  type: declaredType,
  width: null,
  height: null,
  finished: null,
  condemned: null,
  unnamed: facts.source === null ? 'fresh' : null,
  announcement: null,
});

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

/**
 * Whole bytes, durable under a reserved key at return, not recorded.
 * @param accept refuses before they are written
 * @throws DomainError `space.exceeded` (disk full), `service.unavailable`
 */
export async function storeWhole(
  storage: Storing,
  intention: Intention,
  bytes: Uint8Array,
  accept: (stored: Stored) => void = () => {},
): Promise<Blob> {
  const { size, declaredType, kind } = intention;
  const { head, sha256, crc32 } = collected(bytes).seen();
  const stored = { sha256, crc32, ...(await storage.inspect(head, declaredType, kind === null)) };
  accept(stored);
  const blobId = await storage.keys.take();
  try {
    await storage.objects.put(blobId, bytes, { size });
  } catch (error) {
    await dropWhole(storage, [blobId]).catch(() => {}); // else the sweeper does
    throw storeRefusal(error);
  }
  return { ...pendingBlob({ ...intention, blobId }), ...stored, state: 'ready', expires: null };
}

/** All or none, as ready. False: the same intention has a ready blob. @throws as `Blobs.add` */
export async function addWhole(
  storage: Storing,
  blobs: readonly Blob[],
  limit = Infinity,
): Promise<boolean[]> {
  const ids = blobs.map(({ _id }) => _id);
  try {
    const added = await storage.blobs.add(blobs, limit);
    for (const [index, id] of ids.entries())
      if (added[index]) storage.keys.settle(id);
      else await dropWhole(storage, [id]).catch(() => {});
    return added;
  } catch (error) {
    // After other failures they may be recorded.
    if (error instanceof DomainError) await dropWhole(storage, ids).catch(() => {});
    throw error;
  }
}

export async function dropWhole({ objects, keys }: Storing, blobIds: readonly BlobId[]): Promise<void> {
  if (blobIds.length > 0) await objects.delete(blobIds);
  for (const blobId of blobIds) keys.settle(blobId);
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
 * False: the same intention has a ready blob.
 * @throws DomainError `upload.not-found` when its record is gone; removes its bytes
 */
export async function finishBytes({ blobs, objects }: Storing, ready: Blob): Promise<boolean> {
  const { _id, size, sha256, crc32, type, width, height, finished, condemned, announcement } = ready;
  const facts = { size, sha256, crc32, type, width, height };
  try {
    return await blobs.finish({ _id, ...facts, finished, condemned, announcement });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'upload.not-found') await objects.delete([_id]);
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
