import { expect, it } from 'vitest';
import '../../../../testing/page-globals.js';
import { initialZoom, zoomedIn, zoomedOut } from './pdf-viewer.js';

it('goes by steps of 0.5, above 0 and below 3.5 [F5.29]', () => {
  expect([initialZoom(false), initialZoom(true)]).toEqual([1.4, 1]);
  expect([zoomedIn(1.4), zoomedIn(2.9), zoomedIn(3)]).toEqual([1.9, 3.4, null]);
  expect([zoomedOut(1), zoomedOut(0.5), zoomedOut(0.4)]).toEqual([0.5, null, null]);
});
