import { expect, it } from 'vitest';
import { effortSince } from './kind.js';

it('counts what a tool has computed, not how long a busy machine let it wait', () => {
  let now = 1000;
  const effort = effortSince(
    () => 30,
    () => now,
  );
  now += 100;
  expect(effort()).toBe(30);
  now += 4900;
  expect(effort()).toBe(1000);
});

it('counts time on the clock where nothing else is known', () => {
  let now = 0;
  const effort = effortSince(undefined, () => now);
  now += 250;
  expect(effort()).toBe(250);
});
