import { setTimeout as pause } from 'node:timers/promises';

const ASK_TIMEOUT_MS = 3_000;

/** False also without an answer. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/**
 * @param goOn asked between two looks; false ends the waiting
 * @returns whether it is ready
 */
export async function becomesReady(url: string, goOn: () => boolean, everyMs = 100): Promise<boolean> {
  while (goOn()) {
    if (await isReady(url)) return true;
    await pause(everyMs);
  }
  return false;
}
