import { randomBytes } from 'node:crypto';
import { systemClock, type Clock } from './clock.js';

export interface IdSource {
  /** 21 or more URL-safe characters, time-ordered where that helps an index. */
  next(): string;
}

/** Base 36 digits of a millisecond time; enough until the year 5188. */
const TIME_DIGITS = 9;
const RANDOM_BYTES = 12;
const POOL_IDS = 256;

/**
 * Ids of 25 URL-safe characters: the time in milliseconds (so an index grows at its end), then 96 random bits (so no one guesses one).
 * Within a millisecond the order is random.
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
