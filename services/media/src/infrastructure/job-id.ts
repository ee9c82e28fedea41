import { createHash } from 'node:crypto';
import type { JobRequest } from '../domain/job.js';

/** `<kind>.<elementId>.<blobId>`, of an address a hash in its place: the same request is the same job. */
export function jobIdOf({
  kind,
  elementId,
  source,
}: Pick<JobRequest, 'kind' | 'elementId' | 'source'>): string {
  const named =
    'blobId' in source ? source.blobId : createHash('sha256').update(source.url).digest('base64url');
  return `${kind}.${elementId}.${named}`;
}
