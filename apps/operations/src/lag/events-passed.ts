import type { Installation } from '../installation.js';
import { behindWith, readings, waitingSince } from './backlog.js';

/** Longer than consumers stand still while processes come and go. */
const TIMEOUT_MS = 60_000;
/** What has not been passed for so long is not on its way: it waits for something else to happen. */
const STUCK_MS = 5 * 60_000;
const PAUSE_MS = 500;

/** Waits until the effects of what had happened before a moment are there, at most a minute. What is parked or stuck is not waited for. */
export async function eventsPassed(
  installation: Installation,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += PAUSE_MS) {
    signal.throwIfAborted();
    if (!(await someOnTheirWay(installation, before))) return;
    await installation.pause(PAUSE_MS);
  }
}

async function someOnTheirWay(installation: Installation, before: Date): Promise<boolean> {
  for (const reading of readings) {
    for await (const behind of behindWith(installation, reading)) {
      const since = await waitingSince(installation, behind);
      if (since && since < before && before.getTime() - since.getTime() < STUCK_MS) return true;
    }
  }
  return false;
}
