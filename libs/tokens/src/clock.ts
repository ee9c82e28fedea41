/** Time, ids and randomness come from outside, so tests neither sleep nor guess. */
export interface Clock {
  now(): Date;
}

/** The time of the machine. */
export const systemClock: Clock = { now: () => new Date() };
