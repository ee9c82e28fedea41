import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, killAll, processesOf } from '@skyshelf/testing';

/** Begins the name of a run's folder of servers; the id of the process follows that owns it. */
const STACK = 'skyshelf-e2e-stack-';

export const stackFolderName = (pid = process.pid): string => `${STACK}${pid}-`;

/**
 * Ends what runs that were killed hard have left running, and removes their folders: servers, and what was
 * launched on them.
 */
export function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = ownerOf(name);
    if (owner === undefined || isAlive(owner)) continue;
    const folder = join(tmpdir(), name);
    killAll(processesOf(folder));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** Finds the process that owns the folder; undefined when it belongs to no run. */
function ownerOf(name: string): number | undefined {
  const [, pid] = /^skyshelf-(?:e2e-stack|run)-(\d+)-/.exec(name) ?? [];
  return pid === undefined ? undefined : Number(pid);
}
