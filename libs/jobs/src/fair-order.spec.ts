import { expect, it } from 'vitest';
import { swapTurns } from './fair-order.js';

const job = (_id: string, turn: number) => ({ _id, turn });

it('what is looked at takes the turns in front, and who had them takes its turns', () => {
  const first = [job('a', 5), job('b', 6), job('c', 7)];
  expect(swapTurns([job('x', 90), job('b', 6), job('w', 80)], first)).toEqual([
    job('w', 5),
    job('a', 80),
    job('x', 7),
    job('c', 90),
  ]);
});

it('changes nothing for jobs that are in front already', () => {
  expect(swapTurns([job('a', 5)], [job('a', 5)])).toEqual([]);
  expect(swapTurns([], [])).toEqual([]);
});
