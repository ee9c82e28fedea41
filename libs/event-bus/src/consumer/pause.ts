import { setTimeout as sleep } from 'node:timers/promises';
import type { Backoff } from '@skyshelf/contracts';

/** Rejects early when the signal aborts. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Keeps no process alive. */
export const pauseForReal: Pause = (ms, signal) =>
  sleep(ms, undefined, { ref: false, ...(signal && { signal }) });

export interface RetryPolicy extends Backoff {
  tries: number;
}

/** The tries take about 13 s: by then a neighbour's deployment or a lock is over. */
export const defaultRetry: RetryPolicy = { firstMs: 100, maxMs: 5_000, tries: 8 };

export const defaultOutagePause: Backoff = { firstMs: 100, maxMs: 2_000 };
