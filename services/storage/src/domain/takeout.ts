import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';

const DAY_MS = 24 * 3600_000;

export interface TakeoutPart {
  name: string;
  size: number;
  files: number;
}

/** It includes these, too. */
export interface TakeoutChoice {
  trash?: boolean | undefined;
  history?: boolean | undefined;
}

export interface Takeout extends TakeoutChoice {
  _id: DriveId;
  id: string;
  opId: OpId;
  state: 'making' | 'ready' | 'failed';
  asked: Date;
  expires: Date | null;
  parts: readonly TakeoutPart[];
  files: number;
  leftOut: number;
}

export const requestOfPart = (id: string, part: number): string => `takeout ${id} ${part}`;
export const takeoutRequests = /^takeout /;

/** null means now. Failed and cancelled takeouts don't count. */
export function nextTakeoutAt(takeout: Takeout | null, now: Date): Date | null {
  if (takeout?.state !== 'ready') return null;
  const at = new Date(takeout.asked.getTime() + DAY_MS);
  return at > now ? at : null;
}

/**
 * New, or the one being made or asked for by the same operation.
 * @throws DomainError `takeout.too-soon`
 */
export function requestTakeout(
  present: Takeout | null,
  asked: Pick<Takeout, '_id' | 'id' | 'opId' | keyof TakeoutChoice>,
  now: Date,
): Takeout {
  if (present && (present.state === 'making' || present.opId === asked.opId)) return present;
  const next = nextTakeoutAt(present, now);
  if (next)
    throw new DomainError('takeout.too-soon', {
      message: `One takeout a day can be made. The next one can be asked for from ${next.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    });
  return { ...asked, state: 'making', asked: now, expires: null, parts: [], files: 0, leftOut: 0 };
}
