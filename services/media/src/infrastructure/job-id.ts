import { createHash } from 'node:crypto';
import { derivativeOf } from '@skyshelf/contracts';
import type { JobRequest as QueueRequest } from '@skyshelf/jobs';
import { derivation, type JobRequest } from '../application/job.js';

/** `<kind>.<elementId>.<blobId>`, or an address's hash. On demand a blob has one job for all its elements. */
export function jobIdOf({
  kind,
  elementId,
  source,
}: Pick<JobRequest, 'kind' | 'elementId' | 'source'>): string {
  const named =
    'blobId' in source ? source.blobId : createHash('sha256').update(source.url).digest('base64url');
  return derivativeOf(kind).onDemand ? `${kind}.${named}` : `${kind}.${elementId}.${named}`;
}

/** A job's group is its element. */
export const queueRequestOf = (request: JobRequest): QueueRequest => {
  const { kind, drive, elementId, actor, trace, delayMs } = request;
  const payload = derivation.parse(request);
  return { key: jobIdOf(request), group: elementId, payload, kind, drive, actor, trace, delayMs };
};
