import { limits, type UploadGrant, type UploadReceipt } from '@skyshelf/contracts';
import type { Announcement, Blob } from './blob.js';

function facts(grant: UploadGrant, blob: Blob): Omit<UploadReceipt, 'kind' | 'drive' | 'expires'> {
  const { uploadId, folderId, name, source, conflict, replace, replaces, drop } = grant;
  const { _id: blobId, size, sha256, type: contentType, width, height } = blob;
  const file = { uploadId, folderId, name, source, blobId, size, sha256, contentType, width, height };
  return {
    ...file,
    ...(conflict && { conflict }),
    ...(replace && { replace }),
    ...(replaces && { replaces }),
    ...(drop && { drop }),
  };
}

/** The same whenever it is asked for: it runs from the moment of completion. */
export const receiptOf = (grant: UploadGrant, blob: Blob): UploadReceipt => ({
  kind: 'upload-receipt',
  drive: grant.drive,
  ...facts(grant, blob),
  expires: (blob.finished ?? blob.begun).getTime() + limits.receiptMs,
});

/** The call that has sent the bytes. */
export interface SentBy {
  device?: string | undefined;
  trace: string | null;
}

export const announcementOf = (
  grant: UploadGrant,
  blob: Blob,
  { device, trace }: SentBy,
  due: Date | null,
): Announcement => ({
  due,
  actor: grant.user,
  ...(device !== undefined && { device }),
  trace,
  data: { type: 'storage.upload.completed', ...facts(grant, blob), user: grant.user },
});
