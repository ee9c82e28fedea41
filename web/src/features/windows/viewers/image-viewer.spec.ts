import { expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { movedBy, WHOLE, zoomedBy } from './image-viewer.js';

const box = { width: 400, height: 300 };

it('enlarges around the point that is looked at', () => {
  const zoom = zoomedBy(WHOLE, 2, { x: 100, y: -50 }, box);
  expect(zoom).toEqual({ scale: 2, x: -100, y: 50 });
  // What was there is there.
  expect(zoom.x + 100 * zoom.scale).toBe(100);
});
it('is never smaller than its window, nor more than eight times as large', () => {
  expect(zoomedBy(WHOLE, 0.5, { x: 10, y: 10 }, box)).toEqual(WHOLE);
  expect(zoomedBy(WHOLE, 100, { x: 0, y: 0 }, box).scale).toBe(8);
});
it('is moved as far as its edges', () => {
  const zoom = { scale: 2, x: 0, y: 0 };
  expect(movedBy(zoom, 900, -900, box)).toEqual({ scale: 2, x: 200, y: -150 });
  expect(movedBy(WHOLE, 50, 50, box)).toEqual(WHOLE);
});
it('comes back to the middle as it becomes whole again', () => {
  const zoom = zoomedBy({ scale: 2, x: 200, y: 150 }, 0.5, { x: 0, y: 0 }, box);
  expect(zoom).toEqual(WHOLE);
});
