import {
  blobId,
  derivativeSource,
  type DerivativeKind,
  type DriveId,
  type ElementId,
  type JobView,
} from '@skyshelf/contracts';
import type { Job as QueuedJob, JobRequest as QueueRequest } from '@skyshelf/jobs';
import { z } from 'zod';

export const derivation = z.object({
  source: derivativeSource,
  /** The derived file that replaces the source's bytes as input. */
  input: blobId.optional(),
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

/** The document keeps the form that it had before libs/jobs. */
export const jobShape = {
  group: 'elementId',
  fieldsOf: (payload: unknown): Derivation => derivation.parse(payload),
  payloadOf: (document: object): unknown => {
    const { source, input, extension } = document as Partial<Derivation>;
    return { source, ...(input && { input }), ...(extension !== undefined && { extension }) };
  },
};

export interface OwnJobs {
  /** Running, waiting in their order, and given up lately. */
  list(drive: DriveId): Promise<{ docs: JobView[]; open: number }>;
  ofElements(drive: DriveId, elementIds: readonly string[]): Promise<JobView[]>;
  /** Tries again what may end better now. */
  again(drive: DriveId, elementIds: readonly string[]): Promise<void>;
  /** They change places with the drive's first ones: no other drive waits longer. */
  prioritize(drive: DriveId, elementIds: readonly string[]): Promise<void>;
}

/** A user asks for what these elements lack. @returns their open jobs */
export async function retryJobs(
  jobs: OwnJobs,
  drive: DriveId,
  elementIds: readonly string[],
): Promise<JobView[]> {
  await jobs.again(drive, elementIds);
  return prioritizeJobs(jobs, drive, elementIds);
}

/** A user looks at these elements. @returns their open jobs */
export async function prioritizeJobs(
  jobs: OwnJobs,
  drive: DriveId,
  elementIds: readonly string[],
): Promise<JobView[]> {
  const open = await jobs.ofElements(drive, elementIds);
  if (open.some(({ state }) => state === 'waiting')) await jobs.prioritize(drive, elementIds);
  return open;
}
