import { setTimeout as sleep } from 'node:timers/promises';

/** Rejects early when the signal aborts. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Keeps no process alive. */
export const pauseForReal: Pause = (ms, signal) =>
  sleep(ms, undefined, { ref: false, ...(signal && { signal }) });

/** `firstMs`, doubled each time, up to `maxMs`. */
export interface GrowingPause {
  firstMs: number;
  maxMs: number;
}

/** @param failures 1 for the first; @returns milliseconds */
export const pauseAfter = ({ firstMs, maxMs }: GrowingPause, failures: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));

export interface RetryPolicy extends GrowingPause {
  tries: number;
}

/** About 13 s: by then a neighbour's deploy or a lock is over. */
export const defaultRetry: RetryPolicy = { firstMs: 100, maxMs: 5_000, tries: 8 };

export const defaultOutagePause: GrowingPause = { firstMs: 100, maxMs: 2_000 };
