import type { Installation } from '../installation.js';
import { behindWith, readings, waitingSince } from './backlog.js';

/** Longer than restarts stop consumers. */
const TIMEOUT_MS = 60_000;
/** Then it is not on its way but waits for something else. */
const STUCK_MS = 5 * 60_000;
const PAUSE_MS = 500;

/** For all events before a moment, at most a minute; not for parked or stuck ones. */
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
