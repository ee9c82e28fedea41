import { limits } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { admitStep, boundsAfter, emptyTotals, type Step } from './totals.js';

const step = (used: number, more: Partial<Step> = {}): Step => ({
  delta: { used, count: 0, byKind: { Images: used } },
  quota: null,
  reserve: 0,
  ...more,
});
const codeOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it('fills a drive to the last byte and not one further', () => {
  const full = admitStep(emptyTotals, step(100), 100);
  expect(full).toMatchObject({ used: 100, byKind: { Images: 100 } });
  expect(codeOf(() => admitStep(full, step(1), 100))).toBe('space.exceeded');
  expect(admitStep(full, step(1, { quota: 101 }), 100)).toMatchObject({ used: 101, quota: 101 });
});

it('takes the quota of the day as long as no event has set one', () => {
  const totals = admitStep(emptyTotals, step(100), 100);
  expect(codeOf(() => admitStep(totals, step(1), 100))).toBe('space.exceeded');
  expect(admitStep(totals, step(1), 200)).toMatchObject({ used: 101, quota: null });
});

it('lets what shrinks and what was promised pass beyond the quota, and nothing else', () => {
  const beyond = { ...emptyTotals, used: 90, reserved: 30, quota: 50 };
  expect(admitStep(beyond, step(-10), 0)).toMatchObject({ used: 80 });
  expect(admitStep(beyond, step(30, { reserve: -30 }), 0)).toMatchObject({ used: 120, reserved: 0 });
  expect(codeOf(() => admitStep(beyond, step(31, { reserve: -30 }), 0))).toBe('space.exceeded');
  expect(codeOf(() => admitStep(beyond, step(0, { reserve: 1 }), 0))).toBe('space.exceeded');
});

it('holds two million elements and not one more', () => {
  const one = (count: number): Step => ({ delta: { used: 0, count, byKind: {} }, quota: null, reserve: 0 });
  const full = admitStep(emptyTotals, one(limits.maxElementsPerDrive), 1);
  expect(codeOf(() => admitStep(full, one(1), 1))).toBe('drive.full');
  expect(admitStep(full, one(-1), 1)).toMatchObject({ count: limits.maxElementsPerDrive - 1 });
});

it('forgets a bound that a process does not know when it adds an event: it was not kept up to date', () => {
  const before = { version: 7, bounds: { depth: 3, width: 9 } };
  expect(boundsAfter(before, [['depth', false]])).toEqual({ depth: 3 });
  expect(boundsAfter({ version: 8, bounds: { depth: 3 } }, [['width', false]])).toEqual({});
});
