import type { DriveId } from '@skyshelf/contracts';

export const jobStates = ['waiting', 'running', 'done', 'failed', 'dropped'] as const;

/** `waiting` for its turn or a further try · `running` under a lease · `done` · `failed`: given up · `dropped`: no longer wanted. */
export type JobState = (typeof jobStates)[number];
export type EndedState = Exclude<JobState, 'waiting' | 'running'>;

/** What has shown to take long is worked on apart, so that the quick need not wait for it. */
export type Lane = 'quick' | 'slow';

/** A piece of work that outlives its request. */
export interface Job<P = unknown> {
  /** Its key: the same key is the same job. */
  _id: string;
  kind: string;
  /** Whose work it is: drives take turns. Null: the service's own. */
  drive: DriveId | null;
  /** What it belongs to, of its drive: jobs of one group are counted, prioritized and cancelled together. */
  group: string | null;
  /** What the work needs to know, by its kind's schema. */
  payload: P;
  state: JobState;
  /** While waiting or running. */
  open: boolean;
  lane: Lane;
  /** Position in the queue of its kind. Each drive's jobs count up from where the queue is now, so drives take turns. */
  turn: number;
  /** Waiting: not before. Running: until then no other worker may have it; the worker puts it off while it works. By the queue's clock. */
  due: Date;
  /** Counts the claims. Only the worker with the last one may put `due` off or record a result. */
  token: number;
  /** The process that claimed it last; with `AHEAD` behind its name when it claimed it before its turn. */
  worker: string | null;
  /** Tries that ended by an error of the work itself or by silence. */
  tries: number;
  /** How far the try under way is. Absent until it has said so. */
  percent?: number | null;
  /** Where what the try under way makes can be seen already. */
  live?: string | null;
  /** Who asked for it. */
  actor: string | null;
  trace: string | null;
  created: Date;
  ended: Date | null;
  /** Why it was given up; of a job that repeats, why its last run was. */
  reason: string | null;
}

/** What is to be done; the queue gives it its turn. */
export interface JobRequest<P = unknown> extends Pick<Job<P>, 'kind' | 'drive' | 'payload'> {
  /** As long as a job with this key is kept, another request for it changes nothing. */
  key: string;
  group?: string | null;
  actor?: string | null;
  trace?: string | null;
  /** Not before so many milliseconds have passed. */
  delayMs?: number;
}

/** Marks a job that is claimed ahead: when its process dies, that says nothing about it. */
export const AHEAD = ' ahead';

export const isAhead = ({ worker }: Pick<Job, 'worker'>): boolean => worker?.endsWith(AHEAD) ?? false;

/** The pause before the next try unless a kind says otherwise, milliseconds: 1 s, doubled with each, up to a minute. */
export const retryPauseMs = (tries: number): number => Math.min(60_000, 1000 * 2 ** Math.max(0, tries - 1));

/**
 * The pause of a job that its process was killed over once before, milliseconds: kills that come one soon after the other, as when a machine starts again and
 * again, would else hit the same job, which then looks like their cause.
 */
export const KILLED_AGAIN_PAUSE_MS = 10_000;

/** What a queue makes of a request, but for what tells where it lies. */
export function freshJob(
  { key, delayMs = 0, group = null, actor = null, trace = null, ...request }: JobRequest,
  turn: number,
  now: Date,
): Job {
  return {
    ...{ _id: key, ...request, group, actor, trace, turn },
    ...{ state: 'waiting', open: true, lane: 'quick', token: 0, worker: null, tries: 0 },
    ...{ created: now, due: new Date(now.getTime() + delayMs), ended: null, reason: null },
  };
}
