import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer is true.
 * @throws {Error} `complaint` after `deadlineMs`; what `ask` throws is thrown on at once
 */
export async function waitUntil(
  ask: () => boolean | Promise<boolean>,
  { deadlineMs, complaint, pollMs = 25 }: { deadlineMs: number; complaint: string; pollMs?: number },
): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await ask())) {
    if (performance.now() > deadline) throw new Error(complaint);
    await pause(pollMs);
  }
}
