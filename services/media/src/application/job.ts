import {
  blobId,
  derivativeSource,
  type DerivativeKind,
  type DriveId,
  type ElementId,
} from '@skyshelf/contracts';
import type { Job as QueuedJob, JobRequest as QueueRequest } from '@skyshelf/jobs';
import { z } from 'zod';

/** What is to be made of what. */
export const derivation = z.object({
  source: derivativeSource,
  /** What the tool reads in place of the source's bytes: what was made from them before. */
  input: blobId.optional(),
  /** Of the file, where the kind goes by it. */
  extension: z.string().optional(),
});
export type Derivation = z.infer<typeof derivation>;

interface Named {
  kind: DerivativeKind;
  drive: DriveId;
  elementId: ElementId;
}

/** A piece of work on one source for one element. */
export type Job = Omit<QueuedJob, 'payload' | 'group' | keyof Named> & Derivation & Named;

export type JobRequest = Named &
  Derivation &
  Pick<QueueRequest, 'delayMs'> &
  Pick<QueuedJob, 'actor' | 'trace'>;

/** A job of the queue as media sees it; its group is its element. */
export const mediaJobOf = ({ payload, group, kind, drive, ...job }: QueuedJob<Derivation>): Job => ({
  ...job,
  ...payload,
  kind: kind as DerivativeKind,
  drive: drive as DriveId,
  elementId: group as ElementId,
});

/** How group and payload lie in a document: as they lay there before there was libs/jobs. */
export const jobShape = {
  group: 'elementId',
  fieldsOf: (payload: unknown): Derivation => derivation.parse(payload),
  payloadOf: (document: object): unknown => {
    const { source, input, extension } = document as Partial<Derivation>;
    return { source, ...(input && { input }), ...(extension !== undefined && { extension }) };
  },
};
