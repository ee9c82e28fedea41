import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The work itself goes on.
 * @throws Error after `ms` milliseconds
 */
export async function withinMs<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(
    () => {
      throw new Error(`Not done within ${ms} ms`);
    },
    () => work,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
    work.catch(() => undefined);
  }
}
