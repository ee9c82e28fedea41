import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartitionProgress } from './partition-progress.js';

describe('what of a partition may be committed', () => {
  it('is nothing before the first event', () => {
    expect(new PartitionProgress().toCommit()).toBeNull();
  });

  it('is the place before the first event in hand, whatever was passed behind it', () => {
    const progress = new PartitionProgress();
    for (const offset of [10n, 11n, 13n]) progress.take(offset);
    progress.passed(13n);
    expect(progress.toCommit()).toBe(10n);
    progress.passed(10n);
    expect(progress.toCommit()).toBe(11n);
    progress.passed(11n);
    expect(progress.toCommit()).toBe(14n);
  });

  it('is said once', () => {
    const progress = new PartitionProgress();
    progress.take(1n);
    progress.passed(1n);
    progress.committed(2n);
    expect(progress.toCommit()).toBeNull();
  });

  it('waits for all deliveries of an event that came again', () => {
    const progress = new PartitionProgress();
    progress.take(5n);
    progress.take(5n);
    progress.passed(5n);
    expect(progress.toCommit()).toBe(5n);
    progress.passed(5n);
    expect(progress.toCommit()).toBe(6n);
  });

  it('never goes past an event in hand, in whatever order events come and are passed', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(30)), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (all) => {
        const progress = new PartitionProgress();
        const inHand: bigint[] = [];
        let end = 0n;
        for (const [takes, n] of all) {
          const offset = BigInt(n);
          if (takes) {
            progress.take(offset);
            inHand.push(offset);
            end = offset >= end ? offset + 1n : end;
          } else {
            const [passed] = inHand.splice(n % Math.max(1, inHand.length), 1);
            if (passed !== undefined) progress.passed(passed);
          }
          const least = inHand.reduce<bigint | null>(
            (low, each) => (low === null || each < low ? each : low),
            null,
          );
          const expected = least ?? (end === 0n ? null : end);
          expect(progress.toCommit()).toBe(expected);
          expect(progress.span).toBe(expected === null ? 0 : Number(end - expected));
        }
      }),
    );
  });
});
