import type { DriveId, OpId } from '@skyshelf/contracts';

/** A drive: its fence, its totals (further fields, named by the service) and the generation of its rows that is read. */
export interface DriveDocument {
  _id: DriveId;
  state: 'open' | 'closing';
  /** Counted up first in every transaction of the drive: the second one stops there. */
  fence: number;
  version: number;
  /** See `DriveState.bounds`. */
  bounds: Readonly<Record<string, number>>;
  gen: number;
  /** The highest generation ever given out, so that no two rebuilds write into the same. */
  lastGen: number;
}

/** One event: also the outbox (`pub`) and the record of the operation (`opId`, `hash`, `answer`). */
export interface EventDocument {
  /** `<service>:<drive>:<version>`, hence unique by version; an id of its own for events without order. */
  _id: string;
  drive: DriveId;
  /** The version; for events without order, microseconds of the clock: what a drive's events are sorted by. */
  seq: number;
  version: number | null;
  type: string;
  schema: number;
  data: object;
  /** Absent for events without order. */
  opId?: OpId;
  hash?: string;
  answer?: unknown;
  at: Date;
  actor: string | null;
  trace: string | null;
  slot: number;
  pub: boolean;
}

/** A row; `_id` is `<drive>:<gen>:<id>`. Its other fields are those of the row itself. */
export interface RowDocument {
  _id: string;
  driveKey: string;
  /** `_id` of the parent: what the walk to the root follows. */
  parentKey?: string;
  rev: number;
  [field: string]: unknown;
}

/** `_id` is `<drive>:<id>`. */
export interface SideRecord {
  _id: string;
  expires?: Date;
  [field: string]: unknown;
}

/** Of a drive that was never rebuilt. */
export const FIRST_GEN = 1;

export const driveKeyOf = (drive: DriveId, gen: number): string => `${drive}:${gen}`;

/**
 * All ids that begin with `<key>:`, as one range of the primary index; behind `<key>:<after>` when that is given. No drive id contains a colon; `;` is
 * the character behind it.
 */
export const idsUnder = (key: string, after?: string) =>
  after === undefined ? { $gte: `${key}:`, $lt: `${key};` } : { $gt: `${key}:${after}`, $lt: `${key};` };
