import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  timeoutMs?: number;
  /** Default: 10 ms at first, then a tenth of the time that has passed, at most 50 ms. */
  intervalMs?: number;
}

const FIRST_MS = 10;
/** Many tests wait at a time, and each look takes the processor from what they wait for. */
const MOST_MS = 50;

/**
 * Waits for a condition instead of sleeping: calls `attempt` until it neither throws nor answers `false`.
 * @returns what the attempt answered in the end
 * @throws the last failure of the attempt, or an Error when it went on answering `false`
 */
export async function eventually<T>(
  attempt: () => T | false | Promise<T | false>,
  { timeoutMs = 15_000, intervalMs }: EventuallyOptions = {},
): Promise<T> {
  const began = Date.now();
  const deadline = began + timeoutMs;
  for (;;) {
    try {
      const answer = await attempt();
      if (answer !== false) return answer;
      if (Date.now() > deadline) throw new Error(`The condition did not come true within ${timeoutMs} ms`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause(intervalMs ?? Math.min(MOST_MS, Math.max(FIRST_MS, (Date.now() - began) / 10)));
  }
}
