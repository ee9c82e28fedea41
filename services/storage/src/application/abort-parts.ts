import { DomainError, type UploadId } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { ObjectStore } from '@skyshelf/object-store';
import type { PartsUpload } from '../domain/parts-upload.js';
import type { PartsUploads } from './parts-uploads.js';

/** Gives an upload in parts up: catalog hears of it and frees name and room, then the bytes go. */
export class AbortParts {
  constructor(
    private readonly uploads: PartsUploads,
    private readonly objects: ObjectStore,
  ) {}

  /** @throws DomainError `upload.not-found`: not one's own, not open any more */
  async run({ drive, sub }: Caller, uploadId: UploadId, trace: string | null): Promise<{ ok: true }> {
    const upload = await this.uploads.giveUp({ uploadId, drive, actor: sub, trace });
    if (!upload) throw new DomainError('upload.not-found');
    await removeParts(this.objects, upload);
    return { ok: true };
  }
}

/** Whatever an upload in parts left in the store, joined or not. */
export async function removeParts(objects: ObjectStore, { blobId, multipartId }: PartsUpload): Promise<void> {
  if (multipartId !== null) await objects.abortMultipart(blobId, multipartId);
  await objects.delete([blobId]);
}
