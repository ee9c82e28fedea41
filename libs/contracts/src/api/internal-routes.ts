import { z, type ZodType } from 'zod';
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
import type { ErrorCode } from '../errors.js';
import type { ServiceName } from '../service-name.js';
import type { RouteContract } from './route.js';

/** Internal routes can't be reached from outside and require the installation's secret. */
export interface InternalContract extends Pick<
  RouteContract,
  'method' | 'refuses' | 'params' | 'query' | 'body' | 'bytes' | 'bodyLimit' | 'answer' | 'media'
> {
  path: `/internal/${string}`;
  /** Absent where several services answer. */
  service?: ServiceName;
}

type InternalFields = Partial<InternalContract> & Pick<InternalContract, 'method' | 'path'>;
type Shared = Partial<Pick<InternalContract, 'service'>> & Pick<InternalContract, 'refuses'>;
type Completed<S, Calls> = {
  readonly [Name in keyof Calls]: Omit<S, keyof Calls[Name]> & Calls[Name];
};

/** Each call gets the shared fields unless it gives its own. */
export function defineInternal<
  const S extends Shared,
  const Calls extends Readonly<Record<string, InternalFields>>,
>(shared: S, calls: Calls): Completed<S, Calls> {
  const completed = Object.entries(calls).map(([name, call]) => [name, { ...shared, ...call }]);
  return Object.fromEntries(completed) as Completed<S, Calls>;
}

/** Query values after parsing. */
export type InternalInput<C extends InternalContract> = (C extends { service: ServiceName }
  ? unknown
  : { service: ServiceName }) &
  (C extends { params: infer P extends ZodType } ? { params: z.input<P> } : unknown) &
  (C extends { query: infer Q extends ZodType } ? { query: z.output<Q> } : unknown) &
  (C extends { body: infer B extends ZodType } ? { body: z.input<B> } : unknown);

export type InternalAnswer<C extends InternalContract> = C extends { answer: infer A extends ZodType }
  ? z.output<A>
  : undefined;

export const internalRefusals = [
  'access.denied',
  'drive.busy',
  'drive.closed',
] as const satisfies readonly ErrorCode[];

const events = z.array(eventMessage);
const ofDrive = z.strictObject({ drive: driveId });
const { limit } = pageQuery.shape;

/** Format: `<milliseconds>.<sid>`, in order of revocation. */
const revokedAfter = z.string().regex(/^\d{1,15}\.[\w-]{0,64}$/);

/** The page lists sessions whose tokens have not expired. Ask for `next` later, at once when there is `more`. */
export const revokedSessionsPage = z.object({
  revoked: z.array(z.object({ sid: z.string(), expires: z.number().int() })),
  next: revokedAfter,
  more: z.boolean(),
});
export type RevokedSessionsPage = z.infer<typeof revokedSessionsPage>;

export const doneAnswer = z.object({});

export const internalRoutes = defineInternal(
  { refuses: [] },
  {
    revokedSessions: {
      method: 'GET',
      path: '/internal/sessions/revoked',
      query: z.strictObject({ after: revokedAfter.optional() }),
      service: 'gateway',
      answer: revokedSessionsPage,
    },
    driveEvents: {
      method: 'GET',
      path: '/internal/events',
      query: z.strictObject({ drive: driveId, after: z.coerce.number().int().nonnegative(), limit }),
      answer: events,
    },
    allEvents: { method: 'GET', path: '/internal/events/all', query: pageQuery, answer: events },
    outboxDepth: { method: 'GET', path: '/internal/outbox', answer: outboxDepth },
    allParked: { method: 'GET', path: '/internal/parked', answer: parkedList },
    requestParked: {
      method: 'POST',
      path: '/internal/parked/request',
      body: parkedRequest,
      answer: z.object({ found: z.boolean() }),
    },
    allCursors: { method: 'GET', path: '/internal/cursors', query: cursorQuery, answer: cursorPage },
    features: {
      method: 'GET',
      path: '/internal/features',
      answer: z.record(z.string(), z.object({ status: z.string(), hint: z.string().optional() })),
    },
    jobs: {
      method: 'GET',
      path: '/internal/jobs',
      query: z.strictObject({ failures: z.coerce.number().int().min(0).max(1000).default(20) }),
      answer: jobsReport,
    },
    retryJob: { method: 'POST', path: '/internal/jobs/retry', body: jobName, answer: doneAnswer },
    cancelJob: { method: 'POST', path: '/internal/jobs/cancel', body: jobName, answer: doneAnswer },
    checkJobs: { method: 'GET', path: '/internal/jobs/check', answer: problemList },
    repairJobs: { method: 'POST', path: '/internal/jobs/repair', body: jobsRepair, answer: doneAnswer },
    /** Left by interrupted uploads. */
    leftovers: { method: 'GET', path: '/internal/leftovers', query: leftoverQuery, answer: problemList },
    refill: { method: 'POST', path: '/internal/refill', body: refillRequest, answer: refilledPage },
    allDrives: {
      method: 'GET',
      path: '/internal/drives',
      query: pageQuery.extend({ after: driveId.optional() }),
      answer: drivePage,
    },
    driveCheck: {
      method: 'GET',
      path: '/internal/drives/:drive/check',
      params: ofDrive,
      answer: problemList,
    },
    driveRebuild: {
      method: 'POST',
      path: '/internal/drives/:drive/rebuild',
      params: ofDrive,
      answer: z.object({ rows: z.number().int(), version: z.number().int() }),
    },
    /** Lines; see drive-copies.ts. */
    driveExport: {
      method: 'GET',
      path: '/internal/drives/:drive/export',
      params: ofDrive,
      query: driveExportQuery,
      media: 'bytes',
    },
    driveRestore: {
      method: 'POST',
      path: '/internal/drives/:drive/restore',
      params: ofDrive,
      bytes: true,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      answer: doneAnswer,
      refuses: ['space.exceeded'],
    },
    /** All that the service holds of a drive. Repeatable. */
    driveForget: {
      method: 'POST',
      path: '/internal/drives/:drive/forget',
      params: ofDrive,
      body: driveForgetRequest,
      answer: doneAnswer,
    },
    servedRoutes: {
      method: 'GET',
      path: '/internal/routes',
      answer: z.object({ routes: z.array(z.object({ method: z.string(), path: z.string() })) }),
    },
    /** Whether the service has its data, or has closed it. */
    driveKnown: { method: 'GET', path: '/internal/drives/:drive/known', params: ofDrive, answer: driveKnown },
  },
);
