import { expect, it } from 'vitest';
import { describeRoom } from './describe-room.js';

const MB = 1024 ** 2;

it.each([
  [0, 0, 'There is room for 250 MB more.'],
  [200, 10, 'There is room for 40 MB more.'],
  [225, 0, 'Your shelf is nearly full: there is room for 25 MB more.'],
  [240, 10, 'Your shelf is full. Delete something, or choose a larger plan.'],
  [
    260,
    0,
    'You have 10 MB more than your plan has room for. Reading and deleting work, uploads wait for room.',
  ],
])('with %d MB used and %d MB promised of 250 MB says so (%#)', (used, reserved, words) =>
  expect(describeRoom({ used: used * MB, reserved: reserved * MB, quota: 250 * MB })).toBe(words),
);
