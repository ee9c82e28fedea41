import { expect, it } from 'vitest';
import { backoffMs } from './backoff.js';

it('doubles with each failure up to its limit, however many there are', () => {
  const failures = [0, 1, 2, 3, 4, 5, 2000];
  expect(failures.map((each) => backoffMs({ firstMs: 100, maxMs: 1000 }, each))).toEqual([
    100, 100, 200, 400, 800, 1000, 1000,
  ]);
});
