import { readFileSync } from 'node:fs';
import type { CpuTime } from '../../application/kind.js';

/** Linux counts 100 a second on every machine. */
const TICK_MS = 10;
/** A reading counts so long: it takes 0.1 ms, and pools ask at each job that comes or goes. */
const FRESH_MS = 100;

/**
 * Of a child with all it has started. Unknown without Linux' /proc.
 * @param before milliseconds used so far, where known without reading
 */
export function cpuTimeSince(pid: number | undefined, before: number | null = cpuTimeOf(pid)): CpuTime {
  if (before === null) return () => null;
  let last: number | null = null;
  let answer: number | null = 0;
  let readAt = performance.now();
  return () => {
    if (performance.now() - readAt < FRESH_MS) return answer;
    readAt = performance.now();
    const used = cpuTimeOf(pid);
    // Once it has ended, what was read last.
    if (used !== null) last = Math.max(last ?? 0, used - before);
    return (answer = last);
  };
}

/** proc(5): own and waited-for children's user and kernel time, then running children. */
function cpuTimeOf(pid: number | undefined): number | null {
  if (pid === undefined) return null;
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
