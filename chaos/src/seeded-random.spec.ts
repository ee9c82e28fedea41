import { expect, it } from 'vitest';
import { seededRandom } from './seeded-random.js';

const row = (...words: string[]) => Array.from({ length: 20 }, seededRandom(...words).next);

it('gives the same row for the same seed, another for any other', () => {
  expect(row('seed', 'u1', 'tidy')).toEqual(row('seed', 'u1', 'tidy'));
  expect(row('seed', 'u1', 'tidy')).not.toEqual(row('seed', 'u2', 'tidy'));
});

it('stays within its bounds and reaches both ends', () => {
  const random = seededRandom('bounds');
  const numbers = Array.from({ length: 1_000 }, () => random.between(3, 6));
  expect(new Set(numbers)).toEqual(new Set([3, 4, 5, 6]));
  expect(random.shuffled([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(() => random.pick([])).toThrow('nothing to pick');
});
