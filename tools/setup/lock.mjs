import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './messages.mjs';
import { cannotWrite, makeFolder } from './notes.mjs';

/**
 * Does the work while no other set-up works in the same folder; waits for the other one first. A lock whose process
 * has died is taken over.
 */
export async function withLock(folder, work) {
  const path = join(folder, 'lock');
  makeFolder(folder);
  let told = false;
  while (!take(path)) {
    const holder = holderOf(path);
    if (holder !== undefined && !isAlive(holder)) {
      removeDead(path, holder);
      continue;
    }
    if (!told) say(`• Another set-up (process ${holder ?? 'unknown'}) is at work here; waiting for it …`);
    told = true;
    await pause(100);
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

/** Linking a finished file makes lock and content appear in one step. */
function take(path) {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, String(process.pid));
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw cannotWrite(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead lock away before it is removed: should a living one have come in its place meanwhile, it goes back. */
function removeDead(path, holder) {
  const aside = `${path}.dead-${process.pid}`;
  try {
    renameSync(path, aside);
    if (holderOf(aside) !== holder) linkSync(aside, path);
  } catch {
    // Another set-up has removed it, or has taken the lock.
  } finally {
    rmSync(aside, { force: true });
  }
}

function holderOf(path) {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
