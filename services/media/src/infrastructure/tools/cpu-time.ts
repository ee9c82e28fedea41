import { readFileSync } from 'node:fs';
import type { CpuTime } from '../../application/kind.js';

/** What Linux counts processor time in, for programs to read: 100 a second on every machine. */
const TICK_MS = 10;

/** Reads how much processor time a child has used from now on, with all that it has started. Nothing is known without Linux' /proc. */
export function cpuTimeSince(pid: number | undefined): CpuTime {
  const before = pid === undefined ? null : cpuTimeOf(pid);
  if (pid === undefined || before === null) return () => null;
  let last = 0;
  // Once it has ended, what was read last.
  return () => (last = Math.max(last, (cpuTimeOf(pid) ?? 0) - before));
}

/** proc(5): own and waited-for children's time in user and kernel mode, then the children that run. */
function cpuTimeOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
    const own = ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
    return children.reduce((sum, child) => sum + (cpuTimeOf(Number(child)) ?? 0), own);
  } catch {
    return null;
  }
}
