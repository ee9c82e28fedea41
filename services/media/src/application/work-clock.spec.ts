import { beforeEach, expect, it } from 'vitest';
import { WorkClock, type ProcessorUse } from './work-clock.js';

let now: number;
let clock: WorkClock;
let use: ProcessorUse | null;
beforeEach(() => {
  now = 5000;
  use = { usedMs: 70, isHeldUp: false };
  clock = new WorkClock(() => now);
  clock.watch(() => use, 70);
});
/** Looks every 200 ms, as in a try. */
const pass = (ms: number, each: Partial<ProcessorUse>, lookMs = 200): void => {
  for (const end = now + ms; now < end; clock.look()) {
    now += lookMs;
    if (use) use = { usedMs: use.usedMs + (each.usedMs ?? 0), isHeldUp: each.isHeldUp ?? false };
  }
};

it('runs as fast as its program gets a processor', () => {
  const effort = clock.effort();
  pass(60_000, { usedMs: 2, isHeldUp: true });
  expect([clock.ms, effort(), clock.passedMs]).toEqual([600, 600, 60_000]);
  pass(1000, { usedMs: 200, isHeldUp: true });
  expect(clock.ms).toBe(1600);
});

it('stands still while its program is stopped, or waits for a disk', () => {
  pass(60_000, { isHeldUp: true });
  expect(clock.ms).toBe(0);
});

it('runs no faster than any clock, however many threads there are', () => {
  pass(1000, { usedMs: 800, isHeldUp: true });
  expect(clock.ms).toBe(1000);
});

it('runs while its program waits for something else, which is little effort', () => {
  const effort = clock.effort();
  pass(10_000, { usedMs: 20 });
  expect([clock.ms, clock.workedMs, effort()]).toEqual([10_000, 1000, 1800]);
});

it('hardly runs while this process does not come to look', () => {
  pass(12_000, {}, 4000);
  expect(clock.ms).toBe(1200);
});

it('runs at a fifth where the machine says nothing', () => {
  use = null;
  pass(10_000, {});
  expect(clock.ms).toBe(2000);
});
