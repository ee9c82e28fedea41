/** It allows `perMinute` in the long run and `burst` at once. */
export interface Rate {
  perMinute: number;
  burst: number;
}

export interface Bucket {
  left: number;
  /** Unit: milliseconds since the epoch. */
  at: number;
}

export const fullBucket = (rate: Rate, now: number): Bucket => ({ left: rate.burst, at: now });

/** @returns 0 when the call may go on, else the milliseconds to wait */
export function take(bucket: Bucket, rate: Rate, now: number): number {
  const perMs = rate.perMinute / 60_000;
  // A clock set back fills nothing, and takes nothing away.
  bucket.left = Math.min(rate.burst, bucket.left + Math.max(0, now - bucket.at) * perMs);
  bucket.at = now;
  if (bucket.left >= 1) {
    bucket.left -= 1;
    return 0;
  }
  return Math.ceil((1 - bucket.left) / perMs);
}
