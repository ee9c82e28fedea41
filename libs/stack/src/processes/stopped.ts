import { readdirSync, readFileSync } from 'node:fs';

/** Longer than any scheduler lets a thread wait on a machine that is worth anything, milliseconds. */
const TIMEOUT_MS = 10_000;
const STOPPED = new Set(['T', 't', 'Z', 'X']);
const clockwork = new Int32Array(new SharedArrayBuffer(4));

/**
 * Waits until every thread of a process that was sent SIGSTOP stands still. One of them takes the signal and stops the others: on a busy machine that may be
 * some time after `kill` has returned, while the others go on serving. Returns at once where there is no `/proc`.
 */
export function waitUntilStopped(pid: number): void {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!isStopped(pid) && performance.now() < deadline) Atomics.wait(clockwork, 0, 0, 1);
}

function isStopped(pid: number): boolean {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks).every((task) => STOPPED.has(stateOf(`${tasks}/${task}/stat`)));
  } catch {
    // It has ended, or this is no Linux.
    return true;
  }
}

/** The letter behind the name, which stands in parentheses and may hold anything. */
function stateOf(file: string): string {
  const stat = readFileSync(file, 'utf8');
  return stat.charAt(stat.lastIndexOf(')') + 2);
}
