const FIRST_MS = 400;
const LONGEST_MS = 20_000;

/**
 * Doubling with jitter, at most 20 s.
 * @param random in [0, 1)
 */
export const backoffMs = (attempt: number, random: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);

/** At once when the signal aborts. */
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
