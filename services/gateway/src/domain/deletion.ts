import type { DriveId, ServiceName } from '@skyshelf/contracts';

/** Stays when the account is gone; no personal data. */
export interface Deletion {
  drive: DriveId;
  askedAt: Date;
  /** The earliest start; the account can be kept until the deletion has begun. */
  dueAt: Date;
  begunAt: Date | null;
  /** Services that have removed their part. */
  forgotten: ServiceName[];
  movedAt: Date;
  endedAt: Date | null;
}

/** How recent a sign-in must be to delete the account, milliseconds. */
const FRESH_MS = 10 * 60_000;
/** How long an offer to keep an account is valid, milliseconds. */
export const OFFER_MS = 10 * 60_000;
/** A due deletion takes seconds; after this it is stuck. Milliseconds. */
const STANDS_STILL_MS = 60 * 60_000;

export const isFresh = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= FRESH_MS;

export function isStuck({ dueAt, movedAt, endedAt }: Deletion, now: Date): boolean {
  const since = Math.max(dueAt.getTime(), movedAt.getTime());
  return endedAt === null && since < now.getTime() - STANDS_STILL_MS;
}

export const deletionState = ({
  begunAt,
  endedAt,
}: Pick<Deletion, 'begunAt' | 'endedAt'>): 'waiting' | 'running' | 'done' =>
  endedAt ? 'done' : begunAt ? 'running' : 'waiting';
