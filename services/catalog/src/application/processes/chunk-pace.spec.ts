import { limits } from '@skyshelf/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AdaptiveChunkPace } from './chunk-pace.js';

/**
 * Simulates so many chunks on a machine that needs `each` milliseconds an element and `ends` for the rest of a chunk.
 */
function paceAfter(chunks: number, each: number, ends: number): number {
  const pace = new AdaptiveChunkPace();
  for (let chunk = 0; chunk < chunks; chunk += 1) pace.took(pace.next(), pace.next() * each + ends);
  return pace.next();
}

it('settles where a chunk takes 20 ms', () => {
  expect(paceAfter(20, 0.2, 5) * 0.2 + 5).toBeCloseTo(20, 0);
  expect(paceAfter(20, 0.05, 5)).toBe(limits.maxElementsPerTransaction);
});

it('becomes no smaller than what is worth a transaction, however slow the machine is', () => {
  expect(paceAfter(20, 10, 100)).toBe(50);
});

it('has recovered from a pause after two chunks', () => {
  const pace = new AdaptiveChunkPace();
  for (let chunk = 0; chunk < 10; chunk += 1) pace.took(pace.next(), pace.next() * 0.1);
  const before = pace.next();
  pace.took(before, 2_000);
  expect(pace.next()).toBe(50);
  pace.took(pace.next(), 5);
  pace.took(pace.next(), 10);
  expect(pace.next()).toBe(before);
});

it('stays between 50 and 200 whatever it is told', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(400), fc.double({ min: 0, max: 1e6, noNaN: true }))), (chunks) => {
      const pace = new AdaptiveChunkPace();
      for (const [elements, ms] of chunks) {
        pace.took(elements, ms);
        expect(pace.next()).toBeGreaterThanOrEqual(50);
        expect(pace.next()).toBeLessThanOrEqual(limits.maxElementsPerTransaction);
      }
    }),
  );
});
