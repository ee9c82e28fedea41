import type { Readable } from 'node:stream';
import {
  asForSender,
  DomainError,
  isOfCaller,
  limits,
  type BlobId,
  type FinishedUpload,
  type UploadGrant,
  uploadGrant,
  fileAddress,
} from '@skyshelf/contracts';
import type { Caller, StatementSigner } from '@skyshelf/tokens';
import { type Blob, unnamedLimit } from '../domain/blob.js';
import { pendingBlob, readyBlob, uploadIntention, type Intention } from '../domain/new-blobs.js';
import { announcementOf, receiptOf, type SentBy } from '../domain/receipt.js';
import type { Outcome } from './ports.js';
import { collect, SMALL_BYTES } from './observed-body.js';
import type { Storage } from './storage.js';
import { discard, finishBytes, storeBytes, storeCollected } from './store-bytes.js';

export interface SentBytes {
  grant: string;
  body: Readable;
  announced: number | null;
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
  const { signer, clock } = storage;
  const grant = openGrant(signer, signed, caller, clock.now());
  checkLength(grant, announced);
  const by = { device: caller.device, trace };
  const sent = { grant, intention: intentionOf(storage, grant), body, announcedSha256, by };
  return shownTo(grant, () => receive(storage, sent));
}

async function receive(storage: Storage, sent: Sending): Promise<FinishedUpload> {
  const { signer, disk, metrics } = storage;
  const { grant } = sent;
  await disk.require();
  const { blob, ...outcome } = await (grant.size > SMALL_BYTES ? storeLarge : storeSmall)(storage, sent);
  const { _id, finished, condemned } = blob;
  const won = await finishBytes(storage, { _id, finished, condemned, ...outcome });
  if (won) metrics.received(blob.size);
  return finishedUpload(signer, grant, won ? { ...blob, ...won } : await earlier(storage, blob));
}

/** Senders by a link see refusals of their own. */
export const shownTo = <Result>(
  { drop }: Pick<UploadGrant, 'drop'>,
  run: () => Promise<Result>,
): Promise<Result> => (drop ? asForSender(run) : run());

interface Sending {
  grant: UploadGrant;
  intention: Intention;
  body: Readable;
  announcedSha256: string | null;
  by: SentBy;
}

type Facts = Pick<Outcome, 'sha256' | 'crc32' | 'type' | 'width' | 'height' | 'announcement' | 'due'>;
type Whole = { blob: Blob } & Facts;

async function storeLarge(
  storage: Storage,
  { grant, intention, body, announcedSha256, by }: Sending,
): Promise<Whole> {
  const stored = await storeBytes(storage, intention, body, unnamedLimitOf(storage, grant));
  if (announcedSha256 !== null && announcedSha256 !== stored.sha256) {
    await discard(storage, intention.blobId);
    throw new DomainError('upload.incomplete');
  }
  const blob = readyBlob(intention, stored, storage.clock.now());
  return { blob, ...stored, announcement: announcementOf(grant, blob, by, announceAt(storage)) };
}

/** All but dates is recorded before the key is written, so many uploads become ready in one statement. */
async function storeSmall(
  storage: Storage,
  { grant, intention, body, announcedSha256, by }: Sending,
): Promise<Whole> {
  const bytes = await collect(body, grant.size);
  const limit = unnamedLimitOf(storage, grant);
  const stored = await storeCollected(storage, intention, bytes, limit, (found) => {
    if (announcedSha256 !== null && announcedSha256 !== found.sha256)
      throw new DomainError('upload.incomplete');
    const blob = { ...pendingBlob(intention), ...found };
    return { announcement: announcementOf(grant, blob, by, null) };
  });
  return { blob: readyBlob(intention, stored, storage.clock.now()), due: announceAt(storage) };
}

export const intentionOf = (
  { clock, ids, settings }: Storage,
  grant: Pick<UploadGrant, 'drive' | 'uploadId' | 'size' | 'contentType'>,
): Intention =>
  uploadIntention(grant, {
    blobId: ids.next() as BlobId,
    begun: clock.now(),
    pendingMs: settings.pendingMs,
  });

/** Another request was faster: its blob counts. */
export async function earlier(storage: Storage, { _id, once }: Pick<Blob, '_id' | 'once'>): Promise<Blob> {
  await discard(storage, _id).catch(() => {}); // else the sweeper does
  const blob = await storage.blobs.finished(once);
  if (!blob) throw new DomainError('upload.not-found');
  return blob;
}

export const unnamedLimitOf = (
  { settings }: Pick<Storage, 'settings'>,
  { quota }: Pick<UploadGrant, 'quota'>,
): number => unnamedLimit(quota, settings.unnamedExtraBytes);

export const announceAt = ({ clock, settings }: Pick<Storage, 'clock' | 'settings'>): Date =>
  new Date(clock.now().getTime() + settings.announceMs);

function checkLength({ size }: UploadGrant, announced: number | null): void {
  if (size > limits.maxSingleRequestBytes)
    throw new DomainError('body.too-large', { message: 'A file of this size is sent in parts.' });
  if (announced !== null && announced !== size) throw new DomainError('upload.incomplete');
}

/** @throws DomainError `upload.bad-grant`: not ours, of another kind or drive, or expired */
export function openGrant(signer: StatementSigner, signed: string, caller: Caller, now: Date): UploadGrant {
  const parsed = uploadGrant.safeParse(signer.open(signed));
  if (!parsed.success || parsed.data.expires <= now.getTime() || !isOwn(parsed.data, caller))
    throw new DomainError('upload.bad-grant');
  return parsed.data;
}

export const isOwn = (
  { drive, drop }: Pick<UploadGrant, 'drive' | 'drop'>,
  caller: Pick<Caller, 'drive' | 'scope'>,
): boolean => drive === caller.drive && isOfCaller(drop, caller.scope);

/** Repeatable: the receipt runs from the moment of completion. */
export const finishedUpload = (signer: StatementSigner, grant: UploadGrant, blob: Blob): FinishedUpload => {
  const { _id, size, type, sha256, width, height } = blob;
  const linkurl = fileAddress(_id, grant.user, grant.name);
  const statement = receiptOf(grant, blob);
  const receipt = grant.drop ? signer.seal(statement) : signer.sign(statement);
  return { receipt, uploadId: grant.uploadId, linkurl, size, linktype: type, sha256, width, height };
};
