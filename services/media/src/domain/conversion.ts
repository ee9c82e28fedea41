import { mayRetry } from './refusal.js';

/** The state of the job that makes a derived file. */
export interface MakingStatus {
  state: 'waiting' | 'running' | 'done' | 'failed' | 'dropped';
  open: boolean;
  ended: Date | null;
  /** The user sees it. */
  reason: string | null;
  percent?: number | null;
  /** The name under which the film can be watched while it is made. */
  live?: string | null;
}

/** In milliseconds, a page asks again and again while it is open. */
const RESTED_MS = 300_000;
/** Catalog has learnt of the result within this time. */
const HEARD_MS = 30_000;

const endedAgo = ({ ended }: MakingStatus, now: Date): number => now.getTime() - (ended?.getTime() ?? 0);

/**
 * Decides what becomes of a conversion that a page waits for. One that was given up for time is tried again
 * when it is opened some time later, not while a page waits for it; one that was dropped, or whose result is
 * nowhere to be seen, is made again.
 * @param isOpened true for the page's first look
 */
export function decideConversion(
  status: MakingStatus | null,
  isOpened: boolean,
  now: Date,
): 'fail' | 'again' | 'wait' {
  if (status?.state === 'dropped') return 'again';
  if (status?.state === 'done') return endedAgo(status, now) > HEARD_MS ? 'again' : 'wait';
  if (status?.state !== 'failed') return 'wait';
  const isRested = mayRetry(status.reason) && endedAgo(status, now) > RESTED_MS;
  return isOpened && isRested ? 'again' : 'fail';
}

export const isShown = (status: MakingStatus | null): status is MakingStatus & { live: string } =>
  status?.state === 'running' && typeof status.live === 'string';
