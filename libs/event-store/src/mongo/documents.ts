import type { DriveId, OpId } from '@skyshelf/contracts';

/** A drive's fence, totals (the service's fields) and current generation of rows. */
export interface DriveDocument {
  _id: DriveId;
  state: 'open' | 'closing';
  /** Incremented first in every transaction of the drive, so a second one conflicts. */
  fence: number;
  version: number;
  /** See `DriveState.bounds`. */
  bounds: Readonly<Record<string, number>>;
  gen: number;
  /** The highest ever allotted: no two rebuilds share one. */
  lastGen: number;
}

/** Also the outbox (`pub`) and the record of the operation (`opId`, `hash`, `answer`). */
export interface EventDocument {
  /** `<service>:<drive>:<version>`; a unique id for events without order. */
  _id: string;
  drive: DriveId;
  /** The version; for events without order, microseconds of the clock. */
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

/** `_id` is `<drive>:<gen>:<id>`; the other fields are the row's. */
export interface RowDocument {
  _id: string;
  driveKey: string;
  /** The parent's `_id`: followed by the walk to the root. */
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

export const FIRST_GEN = 1;

export const driveKeyOf = (drive: DriveId, gen: number): string => `${drive}:${gen}`;

/** All ids below `<key>:`, or behind `<key>:<after>`. No drive id contains a colon; `;` follows it in ASCII. */
export const idsUnder = (key: string, after?: string) =>
  after === undefined ? { $gte: `${key}:`, $lt: `${key};` } : { $gt: `${key}:${after}`, $lt: `${key};` };
