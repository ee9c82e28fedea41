import { z } from 'zod';
import { blobId, driveId, elementId, uploadId } from './ids.js';

/** Signed by catalog: leave to send the bytes of one file. `kind` keeps one statement from passing for another. */
export const uploadGrant = z.strictObject({
  kind: z.literal('upload-grant'),
  uploadId,
  drive: driveId,
  user: z.string(),
  folderId: elementId,
  name: z.string(),
  size: z.number().int().nonnegative(),
  contentType: z.string(),
  source: z.string(),
  /** Bytes that the drive may hold, as of its signing. */
  quota: z.number().nonnegative(),
  /** Milliseconds since the epoch. */
  expires: z.number().int(),
});
export type UploadGrant = z.infer<typeof uploadGrant>;

/** Signed by storage: these bytes are here and durable. What catalog admits an element by. */
export const uploadReceipt = z.strictObject({
  kind: z.literal('upload-receipt'),
  uploadId,
  drive: driveId,
  folderId: elementId,
  name: z.string(),
  source: z.string(),
  blobId,
  size: z.number().int().nonnegative(),
  sha256: z.string().nullable(),
  contentType: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  expires: z.number().int(),
});
export type UploadReceipt = z.infer<typeof uploadReceipt>;
