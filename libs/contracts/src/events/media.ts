import { z } from 'zod';
import { blobId, elementId } from '../ids.js';

export const thumbnailMade = z.object({
  type: z.literal('media.thumbnail.made'),
  jobId: z.string(),
  blobId,
  elementId,
  /** The derived blob with the thumbnail (webp); a child of `blobId`. */
  thumbnailBlobId: blobId,
  /** Pixels of the source image after its orientation is applied. */
  width: z.number().int(),
  height: z.number().int(),
});

/** The job was given up; `reason` is what the user may read. */
export const thumbnailFailed = z.object({
  type: z.literal('media.thumbnail.failed'),
  jobId: z.string(),
  blobId,
  elementId,
  reason: z.string(),
});

export const mediaEvent = z.discriminatedUnion('type', [thumbnailMade, thumbnailFailed]);
export type MediaEvent = z.infer<typeof mediaEvent>;
