import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessorUse } from '../../application/work-clock.js';
import { processTree } from './memory/process-tree.js';

/** Linux counts 100 a second on every machine. */
const TICK_MS = 10;
/** proc(5): running or runnable, waiting for a disk, stopped. */
const HELD_UP = ['R', 'D', 'T'];

/** Measures a child and its descendants. Null without Linux' /proc, or when it has ended. */
export function processorUse(pid: number | undefined): ProcessorUse | null {
  if (pid === undefined) return null;
  const uses = processTree(pid).flatMap((each) => useOf(each) ?? []);
  if (uses.length === 0) return null;
  return {
    usedMs: uses.reduce((sum, { usedMs }) => sum + usedMs, 0),
    isHeldUp: uses.some(({ isHeldUp }) => isHeldUp),
  };
}

function useOf(pid: number): ProcessorUse | null {
  try {
    // Own user and kernel time, and that of children it has waited for.
    const ticks = fieldsOf(`/proc/${pid}/stat`).slice(11, 15).map(Number);
    const usedMs = ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
    const threads = readdirSync(`/proc/${pid}/task`);
    return { usedMs, isHeldUp: threads.some((thread) => isHeldUp(`/proc/${pid}/task/${thread}/stat`)) };
  } catch {
    return null;
  }
}

function isHeldUp(thread: string): boolean {
  try {
    return HELD_UP.includes(fieldsOf(thread)[0] ?? '');
  } catch {
    // It has ended.
    return false;
  }
}

/** Starts at the state, because the name may contain anything. */
function fieldsOf(path: string): string[] {
  const stat = readFileSync(path, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
