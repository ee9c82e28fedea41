import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so many milliseconds; ends early, with an error, when the signal does. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The wall clock's pause. It keeps no process alive. */
export const pauseForReal: Pause = (ms, signal) =>
  sleep(ms, undefined, { ref: false, ...(signal && { signal }) });

/** Growing pauses: `firstMs`, doubled each time, up to `maxMs`. */
export interface GrowingPause {
  firstMs: number;
  maxMs: number;
}

/** The pause after so many failures (1 for the first), milliseconds. */
export const pauseAfter = ({ firstMs, maxMs }: GrowingPause, failures: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));

/** How often a handler may fail on an event before its drive is parked, and how long to wait between. */
export interface RetryPolicy extends GrowingPause {
  tries: number;
}

/** Eight tries within about 13 s: a deploy of a neighbour or a lock is over by then; what still fails needs a person. */
export const defaultRetry: RetryPolicy = { firstMs: 100, maxMs: 5_000, tries: 8 };

/** How long a consumer waits out an outage. */
export const defaultOutagePause: GrowingPause = { firstMs: 100, maxMs: 2_000 };
