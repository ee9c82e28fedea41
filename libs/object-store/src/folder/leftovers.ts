import { readdir, rm, stat } from 'node:fs/promises';
import { systemCode } from './file-errors.js';
import type { Layout } from './layout.js';

/** An hour, far beyond any request's time-out. */
export const STALE_MS = 3_600_000;

/**
 * Only files untouched for an hour: another process may be writing.
 * @returns how many it removed
 */
export async function removeLeftovers(layout: Layout, now: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(layout.temp)) {
    const path = `${layout.temp}/${name}`;
    try {
      const { mtimeMs } = await stat(path);
      if (now.getTime() - mtimeMs < STALE_MS) continue;
      await rm(path, { force: true });
      removed += 1;
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error; // its writer has just finished
    }
  }
  return removed;
}
