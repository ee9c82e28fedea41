import { z } from 'zod';
import { blobId, driveId, elementId, uploadId } from './ids.js';
import { limits } from './limits.js';

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
  /** When the upload was begun; absent where the grant has never been renewed and says it by `expires`. Milliseconds since the epoch, as all here. */
  started: z.number().int().optional(),
  /** When the file was last changed, as its sender says. */
  modified: z.number().int().optional(),
  /** The name is taken when the file is there: then it gets a number. */
  conflict: z.literal('number').optional(),
  expires: z.number().int(),
});
export type UploadGrant = z.infer<typeof uploadGrant>;

/**
 * Signed by catalog: leave to bring one file from elsewhere. It goes through the program that fetches, so nothing else can be done with it, and not for long.
 */
export const importGrant = uploadGrant.omit({ started: true, modified: true }).extend({
  kind: z.literal('import-grant'),
  /** `size` is the most that may come, not what must come: no one knows before its end. */
  upTo: z.boolean(),
});
export type ImportGrant = z.infer<typeof importGrant>;

/** When an upload was begun. */
export const uploadStarted = ({ started, expires }: Pick<UploadGrant, 'started' | 'expires'>): number =>
  started ?? expires - limits.grantMs;

/** From then on it can't go on. */
export const uploadEnds = (grant: Pick<UploadGrant, 'started' | 'expires'>): number =>
  uploadStarted(grant) + limits.uploadMs;

/** Signed by storage: these bytes are here and durable. What catalog admits an element by. */
export const uploadReceipt = z.strictObject({
  kind: z.literal('upload-receipt'),
  uploadId,
  drive: driveId,
  folderId: elementId,
  name: z.string(),
  conflict: z.literal('number').optional(),
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

/** Signed by the gateway: what the link in a mail carries that confirms its address. */
export const noticesLink = z.strictObject({
  kind: z.literal('notices'),
  drive: driveId,
  confirmation: z.string(),
});

/** Signed by billing: for which account the payment provider is to say that something was paid. It goes with the form, and comes back with each message. */
export const payer = z.strictObject({ kind: z.literal('payer'), drive: driveId });
export type Payer = z.infer<typeof payer>;
