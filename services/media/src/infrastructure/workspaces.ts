import { mkdtempSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interruption } from '@skyshelf/jobs';
import type { InWorkspace } from '../application/ports.js';
import { WorkspaceFull } from '../domain/workspace-full.js';

const PREFIX = 'skyshelf-media-';

/** With less room than this, bytes, what a tool says of a file need not be true. */
const NO_ROOM = 1024 * 1024;

/**
 * A folder below the system's for temporary files, which only this user may enter.
 * @throws WorkspaceFull for whatever went wrong while there was no room, unless the work itself takes most of the room there is in all
 */
export const inWorkspace: InWorkspace = async (work) => {
  let made: string | null = null;
  const folder = (): string => (made ??= mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
  try {
    return await work({
      get folder() {
        return folder();
      },
      path: (name) => join(folder(), name),
    });
  } catch (error) {
    const full = !(error instanceof Interruption) && (await isFull(made).catch(() => false));
    throw full ? new WorkspaceFull(tmpdir(), error) : error;
  } finally {
    // The result need not wait for this; what could not be removed now is removed by the next start.
    if (made !== null) rm(made, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
};

/** @param own the workspace, when there is one */
async function isFull(own: string | null): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(tmpdir());
  return bavail * bsize < NO_ROOM && (own === null ? 0 : await bytesIn(own)) < (blocks * bsize) / 2;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A folder like a workspace that stays until its user removes it, or this process has ended and another one starts. */
export const makeLiveFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-live-`));

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
