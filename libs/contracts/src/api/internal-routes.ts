import { z } from 'zod';
import { cursorPage, cursorQuery, outboxDepth, parkedList, parkedRequest } from '../consumed-events.js';
import { driveExportQuery, driveForgetRequest, driveKnown } from '../drive-copies.js';
import { eventMessage } from '../events/envelope.js';
import { driveId } from '../ids.js';
import {
  drivePage,
  jobName,
  jobsRepair,
  jobsReport,
  leftoverQuery,
  pageQuery,
  problemList,
  refilledPage,
  refillRequest,
} from '../operations.js';
import { defineInternal } from './internal-route.js';

const events = z.array(eventMessage);
const ofDrive = z.strictObject({ drive: driveId });
const { limit } = pageQuery.shape;

/** A place in the order in which sessions were revoked: `<milliseconds>.<sid>`. */
const revokedAfter = z.string().regex(/^\d{1,15}\.[\w-]{0,64}$/);

/** Sessions that were revoked and whose tokens have not expired. `next` is asked for later, at once when there is `more`. */
export const revokedSessionsPage = z.object({
  revoked: z.array(z.object({ sid: z.string(), expires: z.number().int() })),
  next: revokedAfter,
  more: z.boolean(),
});
export type RevokedSessionsPage = z.infer<typeof revokedSessionsPage>;

/** What several services are asked in the same way: by each other, by consumers of their events, by the operator's commands. */
/** Nothing to say but that it is done. */
export const doneAnswer = z.object({});

export const internalRoutes = defineInternal(
  { refuses: [] },
  {
    /** What services follow to refuse revoked sessions by themselves. */
    revokedSessions: {
      method: 'GET',
      path: '/internal/sessions/revoked',
      query: z.strictObject({ after: revokedAfter.optional() }),
      service: 'gateway',
      answer: revokedSessionsPage,
    },
    /** A drive's events behind a version. */
    driveEvents: {
      method: 'GET',
      path: '/internal/events',
      query: z.strictObject({ drive: driveId, after: z.coerce.number().int().nonnegative(), limit }),
      answer: events,
    },
    /** All events of the service, behind the one of this id. */
    allEvents: { method: 'GET', path: '/internal/events/all', query: pageQuery, answer: events },
    /** How many events wait to be published. */
    outboxDepth: { method: 'GET', path: '/internal/outbox', answer: outboxDepth },
    /** What the service has parked of others' events. */
    allParked: { method: 'GET', path: '/internal/parked', answer: parkedList },
    /** What an operator wants done with something parked; the running consumer carries it out. */
    requestParked: {
      method: 'POST',
      path: '/internal/parked/request',
      body: parkedRequest,
      answer: z.object({ found: z.boolean() }),
    },
    /** How far the service has come in others' events. */
    allCursors: { method: 'GET', path: '/internal/cursors', query: cursorQuery, answer: cursorPage },
    /** What works only where a program or a key is there. */
    features: {
      method: 'GET',
      path: '/internal/features',
      answer: z.record(z.string(), z.object({ status: z.string(), hint: z.string().optional() })),
    },
    /** The service's jobs: how many by kind and state, and the latest that were given up. */
    jobs: {
      method: 'GET',
      path: '/internal/jobs',
      query: z.strictObject({ failures: z.coerce.number().int().min(0).max(1000).default(20) }),
      answer: jobsReport,
    },
    /** Lets a job that was given up be tried again. */
    retryJob: { method: 'POST', path: '/internal/jobs/retry', body: jobName, answer: doneAnswer },
    /** A job that waits, runs or was given up is no longer wanted. */
    cancelJob: { method: 'POST', path: '/internal/jobs/cancel', body: jobName, answer: doneAnswer },
    /** Jobs that will not come to an end by themselves. */
    checkJobs: { method: 'GET', path: '/internal/jobs/check', answer: problemList },
    repairJobs: { method: 'POST', path: '/internal/jobs/repair', body: jobsRepair, answer: doneAnswer },
    /** What a cut-off upload has left that ran out before a moment. */
    leftovers: { method: 'GET', path: '/internal/leftovers', query: leftoverQuery, answer: problemList },
    /** One page of another service's events once more. */
    refill: { method: 'POST', path: '/internal/refill', body: refillRequest, answer: refilledPage },
    /** Its drives by their ids. */
    allDrives: {
      method: 'GET',
      path: '/internal/drives',
      query: pageQuery.extend({ after: driveId.optional() }),
      answer: drivePage,
    },
    /** Whether a drive keeps the rules. */
    driveCheck: {
      method: 'GET',
      path: '/internal/drives/:drive/check',
      params: ofDrive,
      answer: problemList,
    },
    /** Rebuilds a drive's read model. */
    driveRebuild: {
      method: 'POST',
      path: '/internal/drives/:drive/rebuild',
      params: ofDrive,
      answer: z.object({ rows: z.number().int(), version: z.number().int() }),
    },
    /** A part of what the service holds of a drive, as lines; see drive-copies.ts. */
    driveExport: {
      method: 'GET',
      path: '/internal/drives/:drive/export',
      params: ofDrive,
      query: driveExportQuery,
      media: 'bytes',
    },
    /** Takes what a service held of a drive elsewhere, as lines. */
    driveRestore: {
      method: 'POST',
      path: '/internal/drives/:drive/restore',
      params: ofDrive,
      bytes: true,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      answer: doneAnswer,
      refuses: ['space.exceeded'],
    },
    /** Removes all that the service holds of a drive. May be repeated. */
    driveForget: {
      method: 'POST',
      path: '/internal/drives/:drive/forget',
      params: ofDrive,
      body: driveForgetRequest,
      answer: doneAnswer,
    },
    /** What the service serves. */
    servedRoutes: {
      method: 'GET',
      path: '/internal/routes',
      answer: z.object({ routes: z.array(z.object({ method: z.string(), path: z.string() })) }),
    },
    /** Whether the service holds anything of a drive, or has closed it. */
    driveKnown: { method: 'GET', path: '/internal/drives/:drive/known', params: ofDrive, answer: driveKnown },
  },
);
