import { randomBytes } from 'node:crypto';

/** Passed in, so tests neither sleep nor guess. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface IdSource {
  /** 21 or more URL-safe characters, time-ordered where that helps an index. */
  next(): string;
}

/** Base 36; enough until the year 5188. */
const TIME_DIGITS = 9;
const RANDOM_BYTES = 12;
const POOL_IDS = 256;

/**
 * 25 URL-safe characters: milliseconds (an index grows at its end), then 96 random bits (unguessable).
 * Unordered within a millisecond.
 */
export function createIds(clock: Clock = systemClock): IdSource {
  let pool = Buffer.alloc(0);
  return {
    next: () => {
      if (pool.length === 0) pool = randomBytes(RANDOM_BYTES * POOL_IDS);
      const random = pool.toString('base64url', 0, RANDOM_BYTES);
      pool = pool.subarray(RANDOM_BYTES);
      return clock.now().getTime().toString(36).padStart(TIME_DIGITS, '0') + random;
    },
  };
}
