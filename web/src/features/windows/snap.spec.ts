import { expect, it } from 'vitest';
import { snappedFrame, snapZone } from './snap.js';

const viewport = { width: 1441, height: 900 };

it.each([
  [3, 400, 'left'],
  [1436, 400, 'right'],
  [700, 2, 'top'],
  [2, 2, 'left'],
  [700, 400, null],
  [700, 897, null],
])('a window let go at %d, %d goes to: %s', (x, y, zone) => expect(snapZone(x, y, viewport)).toBe(zone));

it('fills one half, the other, or all', () => {
  expect(snappedFrame('left', viewport)).toEqual({ x: 0, y: 0, width: 720, height: 900 });
  expect(snappedFrame('right', viewport)).toEqual({ x: 720, y: 0, width: 721, height: 900 });
  expect(snappedFrame('top', viewport)).toEqual({ x: 0, y: 0, ...viewport });
});
