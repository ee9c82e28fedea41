import { expect, it } from 'vitest';
import { gather } from './gather.js';

const doubled = (options: { most: number; waitMs: number }) => {
  const runs: number[][] = [];
  const double = gather(async (items: number[]) => {
    runs.push(items);
    if (items.includes(0)) throw new Error('nothing');
    return items.map((item) => item * 2);
  }, options);
  return { runs, double };
};

it('takes one whom no one follows at once, with those that wait', async () => {
  const { runs, double } = doubled({ most: 10, waitMs: 3600_000 });
  expect(await double(1, false)).toBe(2);
  expect(await Promise.all([double(2, true), double(3, false)])).toEqual([4, 6]);
  expect(runs).toEqual([[1], [2, 3]]);
});

it('waits for no more than it takes at once, and no longer than it may', async () => {
  const { runs, double } = doubled({ most: 2, waitMs: 1 });
  expect(await Promise.all([1, 2, 3].map((item) => double(item, true)))).toEqual([2, 4, 6]);
  expect(runs).toEqual([[1, 2], [3]]);
});

it('tells all whose run has failed', async () => {
  const { double } = doubled({ most: 10, waitMs: 3600_000 });
  const both = await Promise.allSettled([double(1, true), double(0, false)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
