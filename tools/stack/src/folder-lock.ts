import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, startMark } from '@skyshelf/mongod';

const POLL_MS = 50;
let drafts = 0;

/**
 * Does the work while nobody else, in this process or another, holds the lock of this name. Waits for the one who does;
 * a lock whose process has died is taken over.
 * @param waiting is told once, when there is someone to wait for
 */
export async function withFolderLock<T>(
  path: string,
  work: () => Promise<T>,
  waiting?: (pid: number) => void,
): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  for (let told = false; !take(path);) {
    const holder = readHolder(path);
    if (holder && !lives(holder)) {
      removeDead(path, holder);
      continue;
    }
    if (holder && !told) {
      waiting?.(holder.pid);
      told = true;
    }
    await pause(POLL_MS);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

interface Holder {
  pid: number;
  started: string;
}

/** Linking a finished file makes lock and content appear in one step. */
function take(path: string): boolean {
  const draft = `${path}.${process.pid}.${(drafts += 1)}`;
  try {
    writeFileSync(draft, `${process.pid} ${startMark(process.pid) ?? ''}`);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead lock away before it is removed: should a living one have come in its place meanwhile, it goes back. */
function removeDead(path: string, holder: Holder): void {
  const aside = `${path}.dead-${process.pid}`;
  try {
    renameSync(path, aside);
    if (readHolder(aside)?.pid !== holder.pid) linkSync(aside, path);
  } catch {
    // Another process has removed it, or has taken the lock.
  } finally {
    rmSync(aside, { force: true });
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    const [pid = '', started = ''] = readFileSync(path, 'utf8').split(' ');
    return { pid: Number.parseInt(pid, 10), started };
  } catch {
    return undefined;
  }
}

function lives({ pid, started }: Holder): boolean {
  return isAlive(pid) && (started === '' || startMark(pid) === started);
}
