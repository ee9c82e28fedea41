import { mkdtempSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Interruption } from '@skyshelf/jobs';
import type { InWorkspace } from '../application/ports.js';
import { WorkspaceFull } from '../domain/refusal.js';

const PREFIX = 'skyshelf-media-';

/** Bytes; with less, a tool's word on a file need not be true. */
const NO_ROOM = 1024 * 1024;

/**
 * Creates a folder for this user only.
 * @throws WorkspaceFull for any failure without room, unless the work itself takes most of it
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
    // Not waited for; the next start removes what is left.
    if (made !== null) rm(made, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
};

/** @param own the workspace, if any */
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

/** Stays until removed, or until a process starts after this one's end. */
export const makeLiveFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-live-`));

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
    // Another user's, whose folder we could not remove.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
