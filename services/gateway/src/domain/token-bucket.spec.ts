import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullBucket, take } from './token-bucket.js';

const rate = { perMinute: 60, burst: 5 };

describe('a rate limit', () => {
  it('lets a burst through at once, then one call each time it has refilled', () => {
    const bucket = fullBucket(rate, 0);
    for (let call = 0; call < 5; call += 1) expect(take(bucket, rate, 0)).toBe(0);
    expect(take(bucket, rate, 0)).toBe(1000);
    expect(take(bucket, rate, 400)).toBe(600);
    expect(take(bucket, rate, 1000)).toBe(0);
    expect(take(bucket, rate, 1000)).toBe(1000);
  });

  it('is not fooled by a clock that was set back', () => {
    const bucket = fullBucket(rate, 10_000);
    for (let call = 0; call < 5; call += 1) take(bucket, rate, 10_000);
    expect(take(bucket, rate, 5000)).toBeGreaterThan(0);
  });

  it('never lets more through than the burst and the refill together, whatever the pattern of calls', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 200 }), (pauses) => {
        const bucket = fullBucket(rate, 0);
        let now = 0;
        let passed = 0;
        for (const pause of pauses) {
          now += pause;
          if (take(bucket, rate, now) === 0) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(rate.burst + now / 1000 + 1e-6);
      }),
    );
  });
});
