import type { Clock } from './runtime.js';

/** The time of the machine. */
export const systemClock: Clock = { now: () => new Date() };
