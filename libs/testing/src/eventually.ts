import { setTimeout as pause } from 'node:timers/promises';

export interface EventuallyOptions {
  timeoutMs?: number;
  intervalMs?: number;
}

/**
 * Waits for a condition instead of sleeping: calls `attempt` until it neither throws nor answers `false`.
 * @returns what the attempt answered in the end
 * @throws the last failure of the attempt, or an Error when it went on answering `false`
 */
export async function eventually<T>(
  attempt: () => T | false | Promise<T | false>,
  { timeoutMs = 15_000, intervalMs = 10 }: EventuallyOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      const answer = await attempt();
      if (answer !== false) return answer;
      if (Date.now() > deadline) throw new Error(`The condition did not come true within ${timeoutMs} ms`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause(intervalMs);
  }
}
