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

/** Several of one drive, by jobs that ended together. */
export const derivativesMade = z.object({
  type: z.literal('media.derivatives.made'),
  made: z
    .array(derivativeMade.omit({ type: true }))
    .min(1)
    .max(100),
});

/** The job was given up; `reason` is what the user may read. */
export const derivativeFailed = z.object({
  type: z.literal('media.derivative.failed'),
  ...derivation,
  reason: z.string(),
});

/**
 * How far a running job is. For open pages only: nothing is built on it, so it is sent past the outbox, may get lost and is no event of the catalogue.
 */
export const jobProgressed = z.object({
  type: z.literal('media.job.progressed'),
  elementId,
  kind: derivativeKind,
  percent: z.number().int().min(0).max(100),
});
export type JobProgressed = z.infer<typeof jobProgressed>;

export const mediaEvent = z.discriminatedUnion('type', [derivativeMade, derivativesMade, derivativeFailed]);
export type MediaEvent = z.infer<typeof mediaEvent>;
