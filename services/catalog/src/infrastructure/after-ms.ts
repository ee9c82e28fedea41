import type { Later } from '../application/processes/hold-timers.js';

/** By a timer that keeps no process alive. */
export const afterMs: Later = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};
