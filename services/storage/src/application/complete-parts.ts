import { buffer } from 'node:stream/consumers';
import { DomainError, type FinishedUpload, type UploadId } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import { isObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import { joinedBlob, onceOfUpload, type Findings } from '../domain/new-blobs.js';
import { announcementOf, type SentBy } from '../domain/receipt.js';
import { announceAt, finishedUpload, isOwn, shownTo } from './receive-bytes.js';
import {
  isJoined,
  isWhole,
  plainTags,
  type MultipartUpload,
  type NamedParts,
} from '../domain/multipart-upload.js';
import { HEAD_BYTES } from './observed-body.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';

/**
 * Joins the parts and may be repeated. The receipt's `sha256` is null until the sweeper has read the bytes.
 * @throws DomainError `upload.not-found`, `upload.incomplete` (a part is missing, has another ETag, or the
 * sum is not the granted size), `drive.busy` (another process joins it)
 */
export const completeParts = (
  storage: Storage,
  caller: Caller,
  uploadId: UploadId,
  named: NamedParts,
  trace: string | null,
): Promise<FinishedUpload> =>
  storage.joining.run(uploadId, () => complete(storage, caller, uploadId, plainTags(named), trace));

async function complete(
  storage: Storage,
  caller: Caller,
  uploadId: UploadId,
  named: NamedParts,
  trace: string | null,
): Promise<FinishedUpload> {
  const { clock, ids } = storage;
  const upload = await storage.uploads.own(uploadId, caller.drive);
  if (!upload || !isOwn(upload.grant, caller) || upload.state === 'aborted')
    throw new DomainError('upload.not-found');
  const joiner = ids.next();
  const joining = upload.state !== 'done' && (await storage.uploads.joining(uploadId, joiner, clock.now()));
  if (!joining) return finishedBefore(storage, upload);
  try {
    return await shownTo(upload.grant, async () => {
      await join(storage, upload, named);
      return record(storage, upload, joiner, { device: caller.device, trace });
    });
  } catch (error) {
    await storage.uploads.reopen(uploadId, joiner).catch(() => {}); // else the joiner's lease expires
    throw error;
  }
}

async function join(
  { objects }: Storage,
  { blobId, multipartId, grant }: MultipartUpload,
  named: NamedParts,
): Promise<void> {
  try {
    if (multipartId === null) throw new DomainError('upload.incomplete');
    const listed = await objects.listParts(blobId, multipartId);
    if (!isWhole(grant.size, listed, named)) throw new DomainError('upload.incomplete');
    await objects.completeMultipart(blobId, multipartId, named);
  } catch (error) {
    if (isObjectStoreError(error, 'not-found') && isJoined(grant.size, await objects.head(blobId))) return;
    throw isObjectStoreError(error, 'bad-part') || isObjectStoreError(error, 'not-found')
      ? new DomainError('upload.incomplete', { cause: error })
      : storeRefusal(error);
  }
}

async function record(
  storage: Storage,
  upload: MultipartUpload,
  joiner: string,
  by: SentBy,
): Promise<FinishedUpload> {
  const { signer, clock, metrics } = storage;
  const fresh = joinedBlob(upload, await inspect(storage, upload), clock.now());
  const announcement = announcementOf(upload.grant, fresh, by, announceAt(storage));
  const blob = { ...fresh, announcement };
  const won = await storage.uploads.finish(upload._id, joiner, blob);
  if (!won) return finishedBefore(storage, upload);
  metrics.received(blob.size);
  return finishedUpload(signer, upload.grant, blob);
}

async function finishedBefore(storage: Storage, upload: MultipartUpload): Promise<FinishedUpload> {
  const blob = await storage.blobs.finished(onceOfUpload(upload._id));
  if (blob) return finishedUpload(storage.signer, upload.grant, blob);
  const now = await storage.uploads.get(upload._id);
  throw new DomainError(now?.state === 'joining' ? 'drive.busy' : 'upload.not-found');
}

async function inspect(storage: Storage, { blobId, grant }: MultipartUpload): Promise<Findings> {
  if (grant.size === 0) return storage.inspect(new Uint8Array(), grant.contentType);
  const { body } = await storage.objects.get(blobId, { start: 0, end: HEAD_BYTES - 1 });
  const head = await buffer(body).catch((cause: unknown) => {
    throw new DomainError('service.unavailable', { cause });
  });
  return storage.inspect(head, grant.contentType);
}

/**
 * Catalog hears of it first and frees name and room.
 * @throws DomainError `upload.not-found`: not the caller's, or not open
 */
export async function abortParts(
  { uploads, objects }: Pick<Storage, 'uploads' | 'objects'>,
  caller: Caller,
  uploadId: UploadId,
  trace: string | null,
): Promise<{ ok: true }> {
  const { drive, sub } = caller;
  const own = await uploads.own(uploadId, drive);
  if (!own || !isOwn(own.grant, caller)) throw new DomainError('upload.not-found');
  const upload = await uploads.giveUp({ uploadId, drive, actor: sub, trace });
  if (!upload) throw new DomainError('upload.not-found');
  await removeParts(objects, upload);
  return { ok: true };
}

export async function removeParts(
  objects: ObjectStore,
  { blobId, multipartId }: MultipartUpload,
): Promise<void> {
  if (multipartId !== null) await objects.abortMultipart(blobId, multipartId);
  await objects.delete([blobId]);
}
