import type { CpuTime } from './kind.js';

/** A try that does nothing for so many times as long as a slow one works is slow as well. */
const IDLE_FACTOR = 5;

/** How much a try has taken since its tool had the source in hand, milliseconds. */
export type Effort = () => number;

/**
 * Counts a tool's processor time, so that a busy machine makes no ordinary picture a slow one; time on the clock where the machine doesn't say.
 * @param now a clock that only goes forward, milliseconds
 */
export function effortSince(
  cpuTime: CpuTime = () => null,
  now: () => number = () => performance.now(),
): Effort {
  const began = now();
  return () => {
    const passed = now() - began;
    return Math.max(cpuTime() ?? passed, passed / IDLE_FACTOR);
  };
}
