import { expect, it } from 'vitest';
import { coalesce } from './coalesce.js';

it('takes all who come in one turn in one go, and all who came while it ran, and gives each their own answer', async () => {
  const runs: number[][] = [];
  const double = coalesce(async (items: number[]) => {
    runs.push(items);
    await Promise.resolve();
    return items.map((item) => item * 2);
  }, 3);
  const first = [1, 2].map(double);
  await Promise.resolve();
  const later = [3, 4, 5, 6].map(double);
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 10, 12]);
  expect(runs).toEqual([[1, 2], [3, 4, 5], [6]]);
});

it('tells the callers of a failed run and goes on with the next', async () => {
  const run = coalesce(async (items: string[]) => {
    if (items.includes('bad')) throw new Error('failed');
    return items;
  });
  const bad = run('bad');
  await Promise.resolve();
  const outcomes = await Promise.allSettled([bad, ...['good', 'fine'].map(run)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
