import { setTimeout as pause } from 'node:timers/promises';

/** @throws {Error} `complaint` after `deadlineMs`; what `ask` throws, at once */
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
