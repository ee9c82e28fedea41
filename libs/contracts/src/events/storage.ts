import { z } from 'zod';
import { uploadReceipt } from '../statements.js';
import { blobId, uploadId } from '../ids.js';

/** No element exists yet. The event carries a receipt's content, so catalog can admit the file when the tab is gone. */
export const uploadCompleted = z.object({
  type: z.literal('storage.upload.completed'),
  ...uploadReceipt.omit({ kind: true, expires: true, drive: true }).shape,
  user: z.string(),
});

export type UploadCompleted = z.infer<typeof uploadCompleted>;

/** Its room and name are free again. */
export const uploadAborted = z.object({ type: z.literal('storage.upload.aborted'), uploadId });

export const blobRemoved = z.object({ type: z.literal('storage.blob.removed'), blobId });

export const storageEvent = z.discriminatedUnion('type', [uploadCompleted, uploadAborted, blobRemoved]);
export type StorageEvent = z.infer<typeof storageEvent>;
