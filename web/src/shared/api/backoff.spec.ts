import { expect, it } from 'vitest';
import { backoffMs, pause } from './backoff.js';

it('waits longer each time, never more than twenty seconds', () => {
  expect([1, 2, 3, 10].map((attempt) => backoffMs(attempt, 1))).toEqual([400, 800, 1600, 20_000]);
  expect(backoffMs(1, 0)).toBe(200);
});

it('stops waiting when it is called off', async () => {
  const stop = new AbortController();
  const waiting = pause(60_000, stop.signal);
  stop.abort();
  await waiting;
  await pause(60_000, stop.signal);
});
