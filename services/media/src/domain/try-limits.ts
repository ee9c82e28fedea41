import type { DerivativeKind } from '@skyshelf/contracts';
import { HeldUp, JobRefusal, reasonsOf, TryFailure, WorkspaceFull } from './refusal.js';

export interface TryLimits {
  kind: DerivativeKind;
  /** The time for one try, in milliseconds of a `WorkClock`. */
  timeoutMs: number;
  /** The number of tries where a user waits. */
  mostTries?: number;
}

/** The time that a try has taken, in milliseconds. */
export interface TryTime {
  /** The time that counts towards a limit. */
  ms: number;
  /** Its programs had a processor. */
  workedMs: number;
  passedMs: number;
}

/** A tool works for at least this share of its time unless the machine keeps it from working. */
const OWN_SHARE = 1 / 3;
/** In real time, a try that has had hardly any processor by then leaves its worker to others. */
const MOST_HELD_UP_MS = 30 * 60_000;
const HELD_UP_FACTOR = 10;

/**
 * Decides whether a running try ends. One that worked for most of its time would do so again; another one may
 * be quicker on a quieter machine.
 */
export function endOf({ ms, workedMs, passedMs }: TryTime, { kind, timeoutMs }: TryLimits): Error | null {
  if (ms >= timeoutMs)
    return workedMs > timeoutMs * OWN_SHARE
      ? new JobRefusal(reasonsOf(kind).tooSlow, undefined, true)
      : new TryFailure('tooSlow');
  return passedMs > Math.max(MOST_HELD_UP_MS, HELD_UP_FACTOR * timeoutMs) ? new HeldUp() : null;
}

/**
 * A failure becomes a refusal where another try would end the same way, or a user has waited long enough.
 * @param tries before this one
 */
export function errorOfTry(
  error: unknown,
  { kind, mostTries = Infinity }: TryLimits,
  tries: number,
): unknown {
  if (!(error instanceof TryFailure)) return error;
  const { why, reason, cause } = error;
  if (why !== 'tooMuch' && tries + 1 < mostTries) return error;
  return new JobRefusal(reason ?? reasonsOf(kind)[why], cause, why === 'tooSlow');
}

/** The machine, or a site, may be quicker at another time. */
const LATER_HOURS = [1, 6, 24];

/** @param givenUp how often it was given up before; undefined: it is not tried again by itself */
export function retryDelayMs(givenUp = 0): number | undefined {
  const hours = LATER_HOURS[givenUp];
  return hours === undefined ? undefined : hours * 3600_000;
}

/** Without an error workers died: rather by a machine that is too small than by the file, as a child reads that. */
export const isForTime = (error: unknown): boolean =>
  error === undefined || (error instanceof TryFailure && error.why === 'tooSlow');

/** The user sees it. */
export const reasonOf = (kind: DerivativeKind, error: unknown): string =>
  error instanceof TryFailure ? (error.reason ?? reasonsOf(kind)[error.why]) : reasonsOf(kind).failed;

const FULL_PAUSE_MS = 2000;
const HELD_UP_PAUSE_MS = 60_000;

/** The pause before a try that says nothing about the job, and so costs it none; undefined: it does. */
export function freeRetryMs(error: unknown): number | undefined {
  if (error instanceof WorkspaceFull) return FULL_PAUSE_MS;
  return error instanceof HeldUp ? HELD_UP_PAUSE_MS : undefined;
}
