import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InWorkspace } from '../application/ports.js';

const PREFIX = 'skyshelf-media-';

/** A folder below the system's for temporary files, which only this user may enter. */
export const inWorkspace: InWorkspace = async (work) => {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    return await work({ folder, path: (name) => join(folder, name) });
  } finally {
    // The result need not wait for this; what could not be removed now is removed by the next start.
    rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
};

/** Removes what processes that were killed have left. */
export async function removeLeftWorkspaces(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's, whose folder we could not remove either.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
