import { ApiFailure, isPassing } from './api-error.js';

const FIRST_MS = 400;
const LONGEST_MS = 20_000;

/**
 * Doubling with jitter, at most 20 s.
 * @param random in [0, 1)
 */
export const backoffMs = (attempt: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);

/** Resolves at once when the signal aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });

export const pauseBeforeTry = (attempt: number, signal?: AbortSignal): Promise<void> =>
  pause(backoffMs(attempt, Math.random()), signal);

/** Each time the command has waited in the drive's queue already. */
const BUSY_MS = 30_000;

interface RepeatOptions {
  signal?: AbortSignal | undefined;
  /** The total number of tries; a busy drive counts by time. */
  tries?: number;
  inBackground?: boolean;
}

export interface RepeatEnvironment {
  now(): number;
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

const browser: RepeatEnvironment = { now: () => performance.now(), pause };

/**
 * With the same Idempotency-Key: `drive.busy` for 30 s with growing pauses, others as `tries` says.
 * @throws {ApiFailure} the last failure
 */
export const repeatWhilePassing = async <Result>(
  send: () => Promise<Result>,
  { signal, tries = 3, inBackground = false }: RepeatOptions,
  environment: RepeatEnvironment = browser,
): Promise<Result> => {
  const busyUntil = environment.now() + BUSY_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !isPassing(failure.error) || signal?.aborted) throw failure;
      if (inBackground && failure.error.status === 429) {
        attempt -= 1;
        const leastMs = failure.error.retryAfterMs ?? 0;
        await environment.pause(leastMs + backoffMs(1, Math.random()), signal);
        continue;
      }
      const busy = failure.error.code === 'drive.busy';
      const leftMs = busy ? busyUntil - environment.now() : Number.POSITIVE_INFINITY;
      if (busy ? leftMs <= 0 : attempt >= tries) throw failure;
      await environment.pause(Math.min(leftMs, backoffMs(attempt, Math.random())), signal);
    }
  }
};
