import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds; longer than any scheduler delays a thread. */
const TIMEOUT_MS = 10_000;
const STOPPED = new Set(['T', 't', 'Z', 'X']);
const clockwork = new Int32Array(new SharedArrayBuffer(4));

/**
 * Waits until every thread is stopped: on a busy machine some serve on for a while after SIGSTOP. Returns at once
 * without `/proc`.
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

/** Behind the name, which is in parentheses and may hold anything. */
function stateOf(file: string): string {
  const stat = readFileSync(file, 'utf8');
  return stat.charAt(stat.lastIndexOf(')') + 2);
}
