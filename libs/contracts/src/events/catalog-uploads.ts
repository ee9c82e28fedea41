import { z } from 'zod';
import { blobId, uploadId } from '../ids.js';
import { counterDelta, placed } from './catalog-fields.js';

/** A file that came by this link, from this visitor of it. */
const sentBy = z.object({ link: z.string(), visitor: z.string() });

export const uploadedFile = z.object({
  ...placed,
  uploadId,
  blobId,
  kind: z.string(),
  extension: z.string().nullable(),
  source: z.string(),
  size: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The date of the file itself; older events lack it. */
  modified: z.iso.datetime().optional(),
  drop: sentBy.optional(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

export const filesUploaded = z.object({
  type: z.literal('catalog.files.uploaded'),
  files: z.array(uploadedFile).min(1),
  delta: counterDelta,
});

/** Storage releases the blob. */
export const uploadRefused = z.object({
  type: z.literal('catalog.upload.refused'),
  uploadId,
  blobId,
  name: z.string(),
  code: z.string(),
  message: z.string(),
  drop: sentBy.optional(),
});
