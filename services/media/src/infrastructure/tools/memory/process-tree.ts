import { readdirSync, readFileSync } from 'node:fs';

/** Pages of memory are this large on all machines that the product runs on, MiB. */
const PAGE_MB = 4096 / 2 ** 20;

/** The children of a process: Linux lists them by the thread that started them. */
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
  );

/** A process with all that it has started, and what these have started; those that are still there. */
export function processTree(pid: number): number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(processTree)];
  } catch {
    return [];
  }
}

/**
 * The memory that processes hold, MiB: of each what is its own, and the largest share of what they map together, as programs and libraries.
 */
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
 * The same, with what a process shares counted once: one that was just forked seems to hold all of its parent's. It walks the tables of their pages, which
 * takes milliseconds. Where the system does not tell it of one, `residentMb`.
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

/** Whether this machine says what processes hold. */
export const tellsMemory = (): boolean =>
  processTree(process.pid).includes(process.pid) && residentMb([process.pid]) > 0;
