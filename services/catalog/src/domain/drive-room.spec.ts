import { limits, type CatalogEvent } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import {
  admitGrowth,
  emptyRoom,
  reserving,
  roomAfter,
  roomOfEvents,
  type DriveRoom,
  describeRoom,
} from './drive-room.js';

const purge = (used: number, count = 0): CatalogEvent => ({
  type: 'catalog.elements.purged',
  process: 'p',
  chunk: 1,
  removed: [],
  blobIds: [],
  last: true,
  delta: { used, count, byKind: { Images: used } },
});
const room = (given: Partial<DriveRoom>): DriveRoom => ({ ...emptyRoom, quota: 100, ...given });

function admitted(before: DriveRoom, used: number, reserve = 0): DriveRoom {
  const after = reserving(reserve)(roomAfter(before, purge(used)));
  admitGrowth(before, after);
  return after;
}

it('fills a drive to the last byte and not one further', () => {
  const full = admitted(room({}), 100);
  expect(full).toMatchObject({ used: 100, byKind: { Images: 100 } });
  expect(() => admitted(full, 1)).toThrow('Not enough disk space.');
  expect(admitted({ ...full, quota: 101 }, 1)).toMatchObject({ used: 101 });
});

it('takes the quota of the free plan as long as no event has set one', () => {
  const full = admitted(room({ quota: null }), limits.freePlanBytes);
  expect(() => admitted(full, 1)).toThrow('Not enough disk space.');
  const larger = { type: 'catalog.quota.changed' as const, quota: limits.freePlanBytes + 1 };
  expect(admitted(roomAfter(full, larger), 1)).toMatchObject({ quota: limits.freePlanBytes + 1 });
});

it('lets what shrinks and what was promised pass beyond the quota, and nothing else', () => {
  const beyond = room({ used: 90, reserved: 30, quota: 50 });
  expect(admitted(beyond, -10)).toMatchObject({ used: 80 });
  expect(admitted(beyond, 30, -30)).toMatchObject({ used: 120, reserved: 0 });
  expect(() => admitted(beyond, 31, -30)).toThrow('Not enough disk space.');
  expect(() => admitted(beyond, 0, 1)).toThrow('Not enough disk space.');
});

it('holds two million elements and not one more', () => {
  const full = room({ count: limits.maxElementsPerDrive });
  expect(() => admitGrowth(full, roomAfter(full, purge(0, 1)))).toThrow('at most 2,000,000 elements');
  expect(() => admitGrowth(full, roomAfter(full, purge(0, -1)))).not.toThrow();
});

it('is the same for the events whatever is reserved, and with kinds whose bytes are gone', () => {
  const after = reserving(7)(roomAfter(roomAfter(emptyRoom, purge(5)), purge(-5)));
  expect(after.byKind).toEqual({ Images: 0 });
  expect(roomOfEvents(after)).toEqual(roomOfEvents(emptyRoom));
});

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
