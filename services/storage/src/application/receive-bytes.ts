import type { Readable } from 'node:stream';
import { DomainError, limits, type BlobId, type FinishedUpload, type UploadGrant } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { Blob } from '../domain/blob.js';
import { unnamedLimit } from '../domain/unnamed.js';
import { openGrant } from './open-grant.js';
import { announcementOf, finishedUpload } from './receipt.js';
import type { Storage } from './storage.js';
import { discard, finishBytes, pendingBlob, storeBytes, type Intention, type Stored } from './store-bytes.js';

export interface SentBytes {
  /** The `Upload-Grant` header. */
  grant: string;
  body: Readable;
  /** The `Content-Length` header, when there is one. */
  announced: number | null;
  /** The SHA-256 that their sender says they have, in hex. */
  sha256: string | null;
  trace: string | null;
}

/**
 * An upload in one request: bytes in, receipt out. Repeated or raced, it is one blob, and all get its receipt.
 * @throws DomainError `upload.bad-grant`, `upload.incomplete`, `body.too-large`, `space.exceeded`, `space.held`, `disk.full`, `upload.not-found` (took too long)
 */
export async function receiveBytes(
  storage: Storage,
  caller: Caller,
  { grant: signed, body, announced, sha256: told, trace }: SentBytes,
): Promise<FinishedUpload> {
  const { signer, clock, disk, metrics } = storage;
  const grant = openGrant(signer, signed, caller, clock.now());
  checkLength(grant, announced);
  await disk.require();
  const intention = uploadIntention(storage, grant);
  const stored = await storeBytes(storage, intention, body, unnamedLimitOf(storage, grant));
  if (told !== null && told !== stored.sha256) {
    await discard(storage, intention.blobId);
    throw new DomainError('upload.incomplete');
  }
  const blob = readyBlob(intention, stored, clock.now());
  const { _id, size, sha256, crc32, type, width, height, finished, condemned } = blob;
  const announcement = announcementOf(grant, blob, trace, announceAt(storage));
  const won = await finishBytes(storage, {
    _id,
    size,
    sha256,
    crc32,
    type,
    width,
    height,
    finished,
    condemned,
    announcement,
  });
  if (won) metrics.received(blob.size);
  return finishedUpload(signer, grant, won ? blob : await earlier(storage, blob));
}

/** The blob that an upload is to become. */
export function uploadIntention(
  { clock, ids, settings }: Storage,
  grant: Pick<UploadGrant, 'drive' | 'uploadId' | 'size' | 'contentType'>,
): Intention {
  const begun = clock.now();
  return {
    blobId: ids.next() as BlobId,
    drive: grant.drive,
    once: `upload:${grant.uploadId}`,
    uploadId: grant.uploadId,
    source: null,
    kind: null,
    size: grant.size,
    declaredType: grant.contentType,
    begun,
    expires: new Date(begun.getTime() + settings.pendingMs),
  };
}

export const readyBlob = (intention: Intention, stored: Stored, finished: Date): Blob => ({
  ...pendingBlob(intention),
  ...stored,
  state: 'ready',
  expires: null,
  finished,
  condemned: unclaimedFrom(finished),
});

/** Another request was faster: its blob counts, ours goes. */
export async function earlier(storage: Storage, { _id, once }: Pick<Blob, '_id' | 'once'>): Promise<Blob> {
  await discard(storage, _id).catch(() => {}); // else the sweeper does it
  const blob = await storage.blobs.finished(once);
  if (!blob) throw new DomainError('upload.not-found');
  return blob;
}

/** How many bytes that no element names the drive of a grant may have. */
export const unnamedLimitOf = (
  { settings }: Pick<Storage, 'settings'>,
  { quota }: Pick<UploadGrant, 'quota'>,
): number => unnamedLimit(quota, settings.unnamedExtraBytes);

/** When the others are told of an upload that is complete now. */
export const announceAt = ({ clock, settings }: Pick<Storage, 'clock' | 'settings'>): Date =>
  new Date(clock.now().getTime() + settings.announceMs);

/** Bytes that no element has named when their receipt runs out are no one's. */
export const unclaimedFrom = (finished: Date): Date => new Date(finished.getTime() + limits.receiptMs);

function checkLength({ size }: UploadGrant, announced: number | null): void {
  if (size > limits.maxSingleRequestBytes)
    throw new DomainError('body.too-large', { message: 'A file of this size is sent in parts.' });
  if (announced !== null && announced !== size) throw new DomainError('upload.incomplete');
}
