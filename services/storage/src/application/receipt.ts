import {
  fileAddress,
  limits,
  type FinishedUpload,
  type UploadGrant,
  type UploadReceipt,
} from '@skyshelf/contracts';
import type { StatementSigner } from '@skyshelf/tokens';
import type { Announcement, Blob } from '../domain/blob.js';

function facts(grant: UploadGrant, blob: Blob): Omit<UploadReceipt, 'kind' | 'drive' | 'expires'> {
  const { uploadId, folderId, name, source, conflict } = grant;
  const { _id: blobId, size, sha256, type: contentType, width, height } = blob;
  const file = { uploadId, folderId, name, source, blobId, size, sha256, contentType, width, height };
  return { ...file, ...(conflict && { conflict }) };
}

/** Repeatable: the receipt runs from the moment of completion. */
export function finishedUpload(signer: StatementSigner, grant: UploadGrant, blob: Blob): FinishedUpload {
  const expires = (blob.finished ?? blob.begun).getTime() + limits.receiptMs;
  const receipt: UploadReceipt = {
    kind: 'upload-receipt',
    drive: grant.drive,
    ...facts(grant, blob),
    expires,
  };
  const { _id, size, type, sha256, width, height } = blob;
  const linkurl = fileAddress(_id, grant.user, grant.name);
  return {
    receipt: signer.sign(receipt),
    uploadId: grant.uploadId,
    linkurl,
    size,
    linktype: type,
    sha256,
    width,
    height,
  };
}

export const announcementOf = (
  grant: UploadGrant,
  blob: Blob,
  trace: string | null,
  due: Date | null,
): Announcement => ({
  due,
  actor: grant.user,
  trace,
  data: { type: 'storage.upload.completed', ...facts(grant, blob), user: grant.user },
});
