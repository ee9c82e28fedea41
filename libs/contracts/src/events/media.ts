import { z } from 'zod';
import { derivativeKind, derivativeSource, derivedFile } from '../derived.js';
import { elementId } from '../ids.js';

const derivation = {
  kind: derivativeKind,
  jobId: z.string(),
  /** The element that the job was for; others with the same source may use the result. */
  elementId,
  source: derivativeSource,
};

/** A derived file is stored: `blobId`, `bytes`, `width` and `height` are its own. */
export const derivativeMade = z.object({
  type: z.literal('media.derivative.made'),
  ...derivation,
  ...derivedFile.shape,
  /** Pixels of the source as shown, that is after its orientation is applied; absent when it has none. */
  sourceDimensions: z
    .object({ width: z.number().int().positive(), height: z.number().int().positive() })
    .optional(),
});

export type DerivativeMade = z.infer<typeof derivativeMade>;

/** The job was given up; `reason` is what the user may read. */
export const derivativeFailed = z.object({
  type: z.literal('media.derivative.failed'),
  ...derivation,
  reason: z.string(),
});

export const mediaEvent = z.discriminatedUnion('type', [derivativeMade, derivativeFailed]);
export type MediaEvent = z.infer<typeof mediaEvent>;
