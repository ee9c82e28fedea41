import type { BlobId, DerivativeKind, DerivativeSource, DriveId, ElementId } from '@skyshelf/contracts';

/** `waiting` for its turn or a further try · `running` under a lease · `done` · `failed`: given up · `dropped`: no longer wanted. */
export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'dropped';

/** What has shown to take long is worked on apart, so that the quick need not wait for it. */
export type Lane = 'quick' | 'slow';

/** A piece of work on one source for one element. */
export interface Job {
  /** The same request is the same job. */
  _id: string;
  kind: DerivativeKind;
  drive: DriveId;
  elementId: ElementId;
  source: DerivativeSource;
  /** What the tool reads in place of the source's bytes: what was made from them before. */
  input?: BlobId;
  /** Of the file, where the kind goes by it. */
  extension?: string;
  state: JobState;
  /** While waiting or running. */
  open: boolean;
  lane: Lane;
  /** Place in the queue of its kind. Each drive's jobs count up from where the queue is now, so drives take turns. */
  turn: number;
  /** Waiting: not before. Running: until then no other worker may have it; the worker puts it off while it works. By the database's clock. */
  due: Date;
  /** Counts the claims. Only the worker with the last one may put `due` off or record a result. */
  token: number;
  /** The process that claimed it last; with `AHEAD` behind its name when it claimed it before its turn at the tool. */
  worker: string | null;
  /** Tries that ended by an error of the work itself or by silence. */
  tries: number;
  /** How far its tool is, of the try under way. Absent until a tool has said so. */
  percent?: number | null;
  /** Of a film that can be watched while a try is under way: the name of its run. */
  live?: string | null;
  /** Who asked, for the event. */
  actor: string | null;
  trace: string | null;
  created: Date;
  ended: Date | null;
  /** Why it was given up, for the user. */
  reason: string | null;
}

/** Marks a job that is claimed ahead: when its process dies, that says nothing about it. */
export const AHEAD = ' ahead';

export const isAhead = ({ worker }: Pick<Job, 'worker'>): boolean => worker?.endsWith(AHEAD) ?? false;

/** What is to be done; the queue gives it its place. */
export type JobRequest = Pick<
  Job,
  'kind' | 'drive' | 'elementId' | 'source' | 'input' | 'extension' | 'actor' | 'trace'
> & {
  /** Not before so many milliseconds have passed. */
  delayMs?: number;
};

/** The pause before the next try, milliseconds: 1 s, doubled with each, up to a minute. */
export const retryPauseMs = (tries: number): number => Math.min(60_000, 1000 * 2 ** Math.max(0, tries - 1));
