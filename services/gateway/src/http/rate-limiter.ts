import type { RateClass } from '@skyshelf/contracts';
import { LRUCache } from 'lru-cache';
import { fullBucket, take, type Bucket, type Rate } from '../domain/token-bucket.js';

export type Rates = Record<RateClass, { account: Rate; address: Rate }>;

/** The longest unseen are dropped first and start with a full bucket. */
const REMEMBERED = 10_000;

export class RateLimiter {
  readonly #accounts: Buckets;
  readonly #addresses: Buckets;

  constructor(rates: Rates, now: () => number) {
    this.#accounts = new Buckets((rate) => rates[rate].account, now);
    this.#addresses = new Buckets((rate) => rates[rate].address, now);
  }

  /** @returns 0 when the call may go on, else the milliseconds to wait */
  byAccount(rate: RateClass, drive: string): number {
    return this.#accounts.take(rate, drive);
  }

  byAddress(rate: RateClass, address: string): number {
    return this.#addresses.take(rate, address);
  }
}

class Buckets {
  readonly #byClass: Record<RateClass, LRUCache<string, Bucket>> = {
    read: new LRUCache({ max: REMEMBERED }),
    command: new LRUCache({ max: REMEMBERED }),
    upload: new LRUCache({ max: REMEMBERED }),
    'sign-in': new LRUCache({ max: REMEMBERED }),
  };

  constructor(
    private readonly rateOf: (rate: RateClass) => Rate,
    private readonly now: () => number,
  ) {}

  take(rateClass: RateClass, key: string): number {
    const rate = this.rateOf(rateClass);
    const now = this.now();
    const buckets = this.#byClass[rateClass];
    let bucket = buckets.get(key);
    if (!bucket) buckets.set(key, (bucket = fullBucket(rate, now)));
    return take(bucket, rate, now);
  }
}
