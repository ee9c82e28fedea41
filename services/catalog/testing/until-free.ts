import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@skyshelf/contracts';

/** A busy machine may refuse a command and the next ones for this long. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 5;

export const isBusy = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'drive.busy';

/** Asks as clients do: the same once more while the drive is busy. */
export async function untilFree<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + TIMEOUT_MS; ;) {
    try {
      return await ask();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await pause(PAUSE_MS);
    }
  }
}
