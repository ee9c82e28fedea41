import { DomainError, type UploadId } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { ObjectStore } from '@skyshelf/object-store';
import type { MultipartUpload } from '../domain/multipart-upload.js';
import type { Storage } from './storage.js';

/**
 * Catalog hears of it first and frees name and room.
 * @throws DomainError `upload.not-found`: not the caller's, or not open
 */
export async function abortParts(
  { uploads, objects }: Pick<Storage, 'uploads' | 'objects'>,
  { drive, sub }: Caller,
  uploadId: UploadId,
  trace: string | null,
): Promise<{ ok: true }> {
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
