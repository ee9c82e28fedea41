import { text } from '../../../shared/messages/en.js';
import { newUpload, type Upload, type UploadStatus } from '../machine/upload.js';
import { KEPT_VERSION, keptFields, type KeptUpload } from './kept-upload.js';

/** An upload as it outlives the page; null for one that does not. */
export function rowOf(upload: Upload, about: Pick<KeptUpload, 'drive' | 'tab' | 'order'>): KeptUpload | null {
  if (upload.keptAs === null) return null;
  const kept = Object.fromEntries(keptFields.map((field) => [field, upload[field]]));
  return { version: KEPT_VERSION, id: upload.keptAs, ...about, ...kept } as KeptUpload;
}

/** An upload that a page before has left, as this one goes on with it. `hasBytes`: whether they can still be read. */
export function uploadOf(
  kept: KeptUpload,
  about: Pick<Upload, 'id' | 'group' | 'etags'>,
  hasBytes: boolean,
): Upload {
  const { version: _, id, drive: __, tab: ___, order: ____, ...known } = kept;
  const status = statusOf(kept, hasBytes);
  const message = status === 'missing' ? text.uploads.status.missing : kept.message;
  const sent = kept.receipt === null ? 0 : kept.size;
  const stands = status === 'failed' || status === 'refused';
  return newUpload({
    ...{ ...known, ...about, keptAs: id, status, sent },
    ...{ message: stands || status === 'missing' ? message : null, isTaken: stands && kept.isTaken },
  });
}

function statusOf({ status, receipt }: KeptUpload, hasBytes: boolean): UploadStatus {
  if (status === 'failed' || status === 'refused') return status;
  if (receipt !== null) return 'finishing';
  if (!hasBytes) return 'missing';
  return status === 'paused' ? 'paused' : 'waiting';
}
