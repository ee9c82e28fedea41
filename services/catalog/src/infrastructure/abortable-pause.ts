import { setTimeout as pause } from 'node:timers/promises';

/** Waits so many milliseconds, or until the signal ends the waiting; neither is an error. */
export const abortablePause = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined);
