/** Passed in, so tests neither sleep nor guess. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
