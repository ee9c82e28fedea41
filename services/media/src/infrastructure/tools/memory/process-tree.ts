import { readdirSync, readFileSync } from 'node:fs';

/** The size is the same on all machines that the product supports. */
const PAGE_MB = 4096 / 2 ** 20;

/** Linux lists them by the thread that started them. */
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );

export function processTree(pid: number): number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(processTree)];
  } catch {
    return [];
  }
}

/** MiB: each one's own, and the largest share of what they map together. */
export function residentMb(pids: readonly number[]): number {
  let own = 0;
  let shared = 0;
  for (const pid of pids) {
    try {
      const [, resident = 0, files = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number);
      own += resident - files;
      shared = Math.max(shared, files);
    } catch {
      // It has ended.
    }
  }
  return (own + shared) * PAGE_MB;
}

/**
 * Shared memory counted once: a fork seems to hold all its parent's. Walks page tables, which takes
 * milliseconds; `residentMb` where the system doesn't tell.
 */
export function proportionalMb(pids: readonly number[]): number {
  let kib = 0;
  for (const pid of pids) {
    try {
      const [, pss] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? [];
      kib += Number(pss ?? 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') return residentMb(pids);
    }
  }
  return kib / 1024;
}

export const reportsMemory = (): boolean =>
  processTree(process.pid).includes(process.pid) && residentMb([process.pid]) > 0;
