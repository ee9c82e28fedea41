import {
  blobId,
  derivativeSource,
  type DerivativeKind,
  type DriveId,
  type ElementId,
} from '@skyshelf/contracts';
import type { Job as QueuedJob, JobRequest as QueueRequest } from '@skyshelf/jobs';
import { z } from 'zod';

export const derivation = z.object({
  source: derivativeSource,
  /** What was made from the source before, in place of its bytes. */
  input: blobId.optional(),
  /** Where the kind goes by it. */
  extension: z.string().optional(),
});
export type Derivation = z.infer<typeof derivation>;

interface Named {
  kind: DerivativeKind;
  drive: DriveId;
  elementId: ElementId;
}

export type Job = Omit<QueuedJob, 'payload' | 'group' | keyof Named> & Derivation & Named;

export type JobRequest = Named &
  Derivation &
  Pick<QueueRequest, 'delayMs'> &
  Pick<QueuedJob, 'actor' | 'trace'>;

export const mediaJobOf = ({ payload, group, kind, drive, ...job }: QueuedJob<Derivation>): Job => ({
  ...job,
  ...payload,
  kind: kind as DerivativeKind,
  drive: drive as DriveId,
  elementId: group as ElementId,
});

/** As documents lay before libs/jobs. */
export const jobShape = {
  group: 'elementId',
  fieldsOf: (payload: unknown): Derivation => derivation.parse(payload),
  payloadOf: (document: object): unknown => {
    const { source, input, extension } = document as Partial<Derivation>;
    return { source, ...(input && { input }), ...(extension !== undefined && { extension }) };
  },
};
