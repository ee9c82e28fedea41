import { expect, it } from 'vitest';
import { Shifts } from './shifts.js';

it('lets those who rest go on with the next shift, and home after the last', async () => {
  const shifts = new Shifts();
  expect(shifts.isOver).toBe(false);
  shifts.rest();
  expect(shifts.isOver).toBe(true);
  const resting = shifts.nextBegins();
  shifts.goOn();
  expect(await resting).toBe(true);
  expect(shifts.isOver).toBe(false);
  shifts.rest();
  const last = shifts.nextBegins();
  shifts.end();
  expect(await last).toBe(false);
  expect(await shifts.nextBegins()).toBe(false);
});
