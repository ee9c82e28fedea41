import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAll, processesOf } from '@skyshelf/testing';

/** Begins the name of every folder of a run; the run's process id follows. */
const STACK = 'skyshelf-e2e-stack-';

export const stackFolderName = (pid = process.pid): string => `${STACK}${pid}-`;

/** Ends the servers of runs that were killed hard, and removes their folders. */
export function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(STACK))) {
    if (isAlive(Number.parseInt(name.slice(STACK.length), 10))) continue;
    const folder = join(tmpdir(), name);
    killAll(processesOf(folder));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
