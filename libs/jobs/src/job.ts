import { backoffMs, type DriveId } from '@skyshelf/contracts';

export const jobStates = ['waiting', 'running', 'done', 'failed', 'dropped'] as const;

/** `failed`: given up · `dropped`: no longer wanted. */
export type JobState = (typeof jobStates)[number];
export type EndedState = Exclude<JobState, 'waiting' | 'running'>;

/** Worked on apart, so that quick jobs need not wait. */
export type Lane = 'quick' | 'slow';

export interface Job<P = unknown> {
  /** The same key is the same job. */
  _id: string;
  kind: string;
  /** Drives take turns. Null: the service's own. */
  drive: DriveId | null;
  /** Jobs about one subject: found, prioritized and forgotten together. */
  group: string | null;
  payload: P;
  state: JobState;
  open: boolean;
  lane: Lane;
  /** The position in its kind's queue. Each drive counts up from the queue's present position, so drives take turns. */
  turn: number;
  /** Waiting: not before. Running: the lease's end. By the queue's clock. */
  due: Date;
  /** Counts the claims: only the latest may renew or end the job. */
  token: number;
  /** The last claimer; followed by `AHEAD` for an early claim. */
  worker: string | null;
  /** Ended by the work's own error or by silence. */
  tries: number;
  /** Absent until reported. */
  percent?: number | null;
  /** The address where the result is seen while it is made. */
  live?: string | null;
  actor: string | null;
  trace: string | null;
  created: Date;
  ended: Date | null;
  /** Why it was given up, or a repeating job's last run failed. */
  reason: string | null;
  /** Given up: when it is opened again by itself. Absent: never. */
  later?: Date;
  /** How often it was given up for later, since a caller asked. */
  givenUp?: number;
}

export interface JobRequest<P = unknown> extends Pick<Job<P>, 'kind' | 'drive' | 'payload'> {
  /** While a job with this key is kept, another request changes nothing. */
  key: string;
  group?: string | null;
  actor?: string | null;
  trace?: string | null;
  delayMs?: number;
}

/** It marks an early claim: no try is counted when its process dies. */
export const AHEAD = ' ahead';

export const isAhead = ({ worker }: Pick<Job, 'worker'>): boolean => worker?.endsWith(AHEAD) ?? false;

/** Milliseconds: 1 s, doubled each time, up to a minute. */
export const retryPauseMs = (tries: number): number => backoffMs({ firstMs: 1000, maxMs: 60_000 }, tries);

/**
 * Milliseconds, after the second kill: rapid kills, as in a restart loop, would hit the same job, which then
 * looks like their cause.
 */
export const KILLED_AGAIN_PAUSE_MS = 10_000;

export function freshJob(
  { key, delayMs = 0, group = null, actor = null, trace = null, ...request }: JobRequest,
  turn: number,
  now: Date,
): Job {
  return {
    _id: key,
    ...request,
    group,
    actor,
    trace,
    turn,
    state: 'waiting',
    open: true,
    lane: 'quick',
    token: 0,
    worker: null,
    tries: 0,
    created: now,
    due: new Date(now.getTime() + delayMs),
    ended: null,
    reason: null,
  };
}
