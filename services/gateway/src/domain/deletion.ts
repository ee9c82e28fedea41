import type { DriveId, ServiceName } from '@skyshelf/contracts';

/** An account on its way out, and what is kept of it when it is gone. Says nothing of who its owner is or what they had. */
export interface Deletion {
  drive: DriveId;
  askedAt: Date;
  /** Its owner may keep the account until it has begun, which is not before. */
  dueAt: Date;
  begunAt: Date | null;
  /** The services that have removed what they had of it. */
  forgotten: ServiceName[];
  /** When it got on last. */
  movedAt: Date;
  endedAt: Date | null;
}

/** For how long after signing in people may delete their account, milliseconds. */
const FRESH_MS = 10 * 60_000;
/** For how long an offer to keep an account is good, milliseconds. */
export const OFFER_MS = 10 * 60_000;
/** A deletion that is due takes seconds; its job comes again within a minute. After so long it stands still. */
const STANDS_STILL_MS = 60 * 60_000;

export const isFresh = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= FRESH_MS;

/** Whether it should have ended by now, and nothing happens. */
export function standsStill({ dueAt, movedAt, endedAt }: Deletion, now: Date): boolean {
  const since = Math.max(dueAt.getTime(), movedAt.getTime());
  return endedAt === null && since < now.getTime() - STANDS_STILL_MS;
}

export const deletionState = ({
  begunAt,
  endedAt,
}: Pick<Deletion, 'begunAt' | 'endedAt'>): 'waiting' | 'running' | 'done' =>
  endedAt ? 'done' : begunAt ? 'running' : 'waiting';
