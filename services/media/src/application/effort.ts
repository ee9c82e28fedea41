import type { CpuTime } from './kind.js';

/** A try that idles for so many times a slow one's work is slow, too. */
const IDLE_FACTOR = 5;

/** Milliseconds since the tool had the source in hand. */
export type Effort = () => number;

/**
 * Processor time: a busy machine makes no ordinary picture slow; else time on the clock.
 * @param now only goes forward, milliseconds
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
