import { expect, it } from 'vitest';
import { batchCalls } from './batch-calls.js';

const LONG_MS = 3600_000;

const doubled = (most: number) => {
  const runs: number[][] = [];
  const double = batchCalls(async (items: number[]) => {
    runs.push(items);
    if (items.includes(0)) throw new Error('nothing');
    return items.map((item) => item * 2);
  }, most);
  return { runs, double };
};

it('takes one whom no one follows at once, with those that wait', async () => {
  const { runs, double } = doubled(10);
  expect(await double(1, 0)).toBe(2);
  expect(await Promise.all([double(2, LONG_MS), double(3, 0)])).toEqual([4, 6]);
  expect(runs).toEqual([[1], [2, 3]]);
});

it('waits for no more than it takes at once', async () => {
  const { runs, double } = doubled(2);
  expect(await Promise.all([1, 2, 3].map((item) => double(item, 1)))).toEqual([2, 4, 6]);
  expect(runs).toEqual([[1, 2], [3]]);
});

it('waits no longer than any of them may', async () => {
  const { runs, double } = doubled(10);
  expect(await Promise.all([double(1, LONG_MS), double(2, 1), double(3, LONG_MS)])).toEqual([2, 4, 6]);
  expect(runs).toEqual([[1, 2, 3]]);
});

it('tells all whose run has failed', async () => {
  const { double } = doubled(10);
  const both = await Promise.allSettled([double(1, LONG_MS), double(0, 0)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
