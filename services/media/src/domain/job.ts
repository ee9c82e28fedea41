import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';

/** Kinds of work; each is a role that a process takes or leaves. */
export const jobKinds = ['thumbnail'] as const;
export type JobKind = (typeof jobKinds)[number];

/** `waiting` for its turn or a further try · `running` under a lease · `done` · `failed`: given up · `dropped`: nobody wants it any more. */
export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'dropped';

/** A piece of work on one blob for one element. */
export interface Job {
  /** `<kind>.<elementId>.<blobId>`: the same wish is the same job. */
  _id: string;
  kind: JobKind;
  drive: DriveId;
  elementId: ElementId;
  blobId: BlobId;
  state: JobState;
  /** While waiting or running. */
  open: boolean;
  /** Place in the queue. Each drive's jobs count up from where the queue is now, so drives take turns. */
  turn: number;
  /** Waiting: not before. Running: until then nobody else may have it. By the database's clock. */
  due: Date;
  /** Counts the claims. Whoever records a result must hold the last one. */
  token: number;
  /** The process that claimed it last. */
  worker: string | null;
  /** Tries that ended by an error of the work itself or by silence. */
  tries: number;
  /** Who asked, for the event. */
  actor: string | null;
  trace: string | null;
  created: Date;
  ended: Date | null;
  /** Why it was given up, for the user. */
  reason: string | null;
}

export const jobIdOf = (kind: JobKind, elementId: ElementId, blobId: BlobId): string =>
  `${kind}.${elementId}.${blobId}`;

/** The pause before the next try, milliseconds: 1 s, doubled with each, up to a minute. */
export const retryPauseMs = (tries: number): number => Math.min(60_000, 1000 * 2 ** Math.max(0, tries - 1));
