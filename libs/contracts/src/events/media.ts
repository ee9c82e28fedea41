import { z } from 'zod';
import { derivativeKind, derivativeSource, derivedFile } from '../derived.js';
import { elementId } from '../ids.js';

const derivation = {
  kind: derivativeKind,
  jobId: z.string(),
  /** Others with the same source may use the result. */
  elementId,
  source: derivativeSource,
};

/** All fields describe the stored file. */
export const derivativeMade = z.object({
  type: z.literal('media.derivative.made'),
  ...derivation,
  ...derivedFile.shape,
  /** Pixels as shown; absent when it has none. */
  sourceDimensions: z
    .object({ width: z.number().int().positive(), height: z.number().int().positive() })
    .optional(),
});

export type DerivativeMade = z.infer<typeof derivativeMade>;

/** Jobs that ended together share an event. */
export const derivativesMade = z.object({
  type: z.literal('media.derivatives.made'),
  made: z
    .array(derivativeMade.omit({ type: true }))
    .min(1)
    .max(100),
});

/** `reason` is for the user. */
export const derivativeFailed = z.object({
  type: z.literal('media.derivative.failed'),
  ...derivation,
  reason: z.string(),
});

/** For open pages only: bypasses the outbox, may get lost. */
export const jobProgressed = z.object({
  type: z.literal('media.job.progressed'),
  elementId,
  kind: derivativeKind,
  percent: z.number().int().min(0).max(100),
});
export type JobProgressed = z.infer<typeof jobProgressed>;

export const mediaEvent = z.discriminatedUnion('type', [derivativeMade, derivativesMade, derivativeFailed]);
export type MediaEvent = z.infer<typeof mediaEvent>;
