import type { Readable } from 'node:stream';
import {
  DomainError,
  limits,
  type BlobId,
  type FinishedUpload,
  type UploadGrant,
  uploadGrant,
} from '@skyshelf/contracts';
import type { Caller, StatementSigner } from '@skyshelf/tokens';
import { type Blob, unnamedLimit } from '../domain/blob.js';
import { collect, SMALL_BYTES } from './observed-body.js';
import { announcementOf, finishedUpload } from './receipt.js';
import type { Storage } from './storage.js';
import {
  addWhole,
  discard,
  finishBytes,
  pendingBlob,
  storeBytes,
  storeWhole,
  type Intention,
  type Stored,
} from './store-bytes.js';

export interface SentBytes {
  grant: string;
  body: Readable;
  announced: number | null;
  /** Hex, as announced. */
  sha256: string | null;
  trace: string | null;
}

/**
 * Repeats and races give one blob and its receipt.
 * @throws DomainError `upload.bad-grant`, `upload.incomplete`, `body.too-large`, `space.exceeded`,
 * `space.held`, `disk.full`, `upload.not-found` (took too long)
 */
export async function receiveBytes(
  storage: Storage,
  caller: Caller,
  { grant: signed, body, announced, sha256: announcedSha256, trace }: SentBytes,
): Promise<FinishedUpload> {
  const { signer, clock, disk } = storage;
  const grant = openGrant(signer, signed, caller, clock.now());
  checkLength(grant, announced);
  await disk.require();
  const sent = { grant, intention: uploadIntention(storage, grant), body, announcedSha256, trace };
  const receive = grant.size > SMALL_BYTES ? receiveLarge : receiveSmall;
  return finishedUpload(signer, grant, await receive(storage, sent));
}

interface Sending {
  grant: UploadGrant;
  intention: Intention;
  body: Readable;
  announcedSha256: string | null;
  trace: string | null;
}

async function receiveLarge(
  storage: Storage,
  { grant, intention, body, announcedSha256, trace }: Sending,
): Promise<Blob> {
  const stored = await storeBytes(storage, intention, body, unnamedLimitOf(storage, grant));
  if (announcedSha256 !== null && announcedSha256 !== stored.sha256) {
    await discard(storage, intention.blobId);
    throw new DomainError('upload.incomplete');
  }
  const blob = readyBlob(intention, stored, storage.clock.now());
  const announcement = announcementOf(grant, blob, trace, announceAt(storage));
  if (!(await finishBytes(storage, { ...blob, announcement }))) return earlier(storage, blob);
  storage.metrics.received(blob.size);
  return blob;
}

async function receiveSmall(
  storage: Storage,
  { grant, intention, body, announcedSha256, trace }: Sending,
): Promise<Blob> {
  const whole = await storeWhole(storage, intention, await collect(body, grant.size), ({ sha256 }) => {
    if (announcedSha256 !== null && announcedSha256 !== sha256) throw new DomainError('upload.incomplete');
  });
  const finished = storage.clock.now();
  const blob = { ...whole, finished, condemned: unclaimedFrom(finished) };
  const announcement = announcementOf(grant, blob, trace, announceAt(storage));
  const [added] = await addWhole(storage, [{ ...blob, announcement }], unnamedLimitOf(storage, grant));
  if (!added) return finishedBefore(storage, blob);
  storage.metrics.received(blob.size);
  return blob;
}

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

/** Another request was faster: its blob counts. */
export async function earlier(storage: Storage, blob: Pick<Blob, '_id' | 'once'>): Promise<Blob> {
  await discard(storage, blob._id).catch(() => {}); // else the sweeper does
  return finishedBefore(storage, blob);
}

export async function finishedBefore({ blobs }: Storage, { once }: Pick<Blob, 'once'>): Promise<Blob> {
  const blob = await blobs.finished(once);
  if (!blob) throw new DomainError('upload.not-found');
  return blob;
}

export const unnamedLimitOf = (
  { settings }: Pick<Storage, 'settings'>,
  { quota }: Pick<UploadGrant, 'quota'>,
): number => unnamedLimit(quota, settings.unnamedExtraBytes);

export const announceAt = ({ clock, settings }: Pick<Storage, 'clock' | 'settings'>): Date =>
  new Date(clock.now().getTime() + settings.announceMs);

/** When their receipt expires. */
export const unclaimedFrom = (finished: Date): Date => new Date(finished.getTime() + limits.receiptMs);

function checkLength({ size }: UploadGrant, announced: number | null): void {
  if (size > limits.maxSingleRequestBytes)
    throw new DomainError('body.too-large', { message: 'A file of this size is sent in parts.' });
  if (announced !== null && announced !== size) throw new DomainError('upload.incomplete');
}

/** @throws DomainError `upload.bad-grant`: not ours, of another kind or drive, or expired */
export function openGrant(signer: StatementSigner, signed: string, caller: Caller, now: Date): UploadGrant {
  const parsed = uploadGrant.safeParse(signer.open(signed));
  if (!parsed.success || parsed.data.expires <= now.getTime() || parsed.data.drive !== caller.drive) {
    throw new DomainError('upload.bad-grant');
  }
  return parsed.data;
}
