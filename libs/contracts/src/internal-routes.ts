import { z } from 'zod';
import { driveId } from './ids.js';
import { pageQuery, refillRequest } from './operations.js';

const ofDrive = z.strictObject({ drive: driveId });
const { limit } = pageQuery.shape;

/** What several services are asked in the same way: by each other, by consumers of their events, by the operator's commands. */
export const internalRoutes = {
  /** A drive's events behind a version. */
  driveEvents: {
    method: 'GET',
    path: '/internal/events',
    query: z.strictObject({ drive: driveId, after: z.coerce.number().int().nonnegative(), limit }),
  },
  /** All events of the service, behind the one of this id. */
  allEvents: { method: 'GET', path: '/internal/events/all', query: pageQuery },
  /** One page of another service's events once more. */
  refill: { method: 'POST', path: '/internal/refill', body: refillRequest },
  /** Its drives by their ids. */
  allDrives: {
    method: 'GET',
    path: '/internal/drives',
    query: pageQuery.extend({ after: driveId.optional() }),
  },
  /** Whether a drive keeps the rules. */
  driveCheck: { method: 'GET', path: '/internal/drives/:drive/check', params: ofDrive },
  /** Writes a drive's read model anew. */
  driveRebuild: { method: 'POST', path: '/internal/drives/:drive/rebuild', params: ofDrive },
} as const;
