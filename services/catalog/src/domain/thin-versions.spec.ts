import fc from 'fast-check';
import { expect, it } from 'vitest';
import { thinnedOut } from './thin-versions.js';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const now = new Date('2026-11-29T12:00:00.000Z');
const ago = (ms: number, isNamed = false) => ({
  since: new Date(now.getTime() - ms).toISOString(),
  isNamed,
});
const left = (versions: readonly ReturnType<typeof ago>[], most?: number, at = now) => {
  const gone = new Set(thinnedOut(versions, at, most));
  return versions.filter((each) => !gone.has(each));
};

it.each([
  ['all of the last day', [1, 2, 3, 23 * HOUR], 4],
  ['the last one of an hour in the last week', [2 * DAY + 1, 2 * DAY + 2, 2 * DAY + HOUR + 1], 2],
  ['the last one of a day in 90 days', [8 * DAY + 1, 8 * DAY + 2 * HOUR, 9 * DAY], 2],
  ['none that is older', [90 * DAY, 400 * DAY], 0],
  ['one that a clock dates after now', [-DAY], 1],
])('what stays is %s', (_, ages, count) => {
  const versions = ages.map((age) => ago(age));
  expect(left(versions)).toEqual(versions.filter((each) => left(versions).includes(each)));
  expect(left(versions)).toHaveLength(count);
});

const hundred = Array.from({ length: 100 }, (_, index) => ago(index));

it('of many versions the latest stay, and all with a name', () => {
  const named = [ago(500 * DAY, true), ago(501 * DAY, true)];
  expect(left([...hundred, ...named])).toEqual([...hundred.slice(0, 98), ...named]);
});

const history = fc.array(
  fc
    .record({ age: fc.integer({ min: 0, max: 100 * DAY }), isNamed: fc.boolean() })
    .map((each) => ago(each.age, each.isNamed)),
  { maxLength: 150 },
);

it('whatever the order, named ones and the last day stay, and thinning twice is thinning once', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: 100 * DAY }), (versions, later) => {
      const once = left(versions);
      expect(new Set(left(versions.toReversed()).map(({ since }) => since))).toEqual(
        new Set(once.map(({ since }) => since)),
      );
      expect(once.filter(({ isNamed }) => isNamed)).toEqual(versions.filter(({ isNamed }) => isNamed));
      expect(left(once)).toEqual(once);
      expect(once.filter(({ isNamed }) => !isNamed).length).toBeLessThanOrEqual(100);
      // A look in between takes nothing that a later one would have kept.
      const then = new Date(now.getTime() + later);
      const whole = left(versions, Infinity);
      expect(left(whole, Infinity, then)).toEqual(left(versions, Infinity, then));
    }),
  );
});
