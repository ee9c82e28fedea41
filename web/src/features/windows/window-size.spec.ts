import { describe, expect, it } from 'vitest';
import { initialFrame, type Opening, reachable, snappedFrame, snapZone } from './window-size.js';

const viewport = { width: 1440, height: 900 };
const opened = (content: Opening['content'], given: Partial<Opening> = {}) =>
  initialFrame({ content, remembered: null, viewport, nth: 0, random: { x: 0.5, y: 0.5 }, ...given });

describe('where a window opens', () => {
  it('a picture at its own size with its frame', () =>
    expect(opened({ width: 600, height: 400, keepsRatio: true })).toMatchObject({ width: 626, height: 457 }));
  it('a large picture at the size that fits, in its shape [S2.16]', () => {
    const { width, height } = opened({ width: 4000, height: 3000, keepsRatio: true });
    expect(height).toBeLessThanOrEqual(900);
    expect((width - 26) / (height - 57)).toBeCloseTo(4 / 3, 1);
  });
  it('a document at 965 by 1177, as far as there is room [S2.16]', () => {
    const document = { width: 965, height: 1177 };
    expect(opened(document)).toMatchObject({ width: 991, height: 900 });
    expect(opened(document, { viewport: { width: 2560, height: 1440 } })).toMatchObject({
      width: 991,
      height: 1234,
    });
  });
  it('never smaller than 360 by 200 [S2.1]', () =>
    expect(opened({ width: 10, height: 10 })).toMatchObject({ width: 360, height: 200 }));
  it('anything else at half the viewport, anywhere [S2.16]', () => {
    expect(opened(null, { random: { x: 0, y: 0 } })).toEqual({ width: 746, height: 507, x: 0, y: 0 });
    expect(opened(null, { random: { x: 1, y: 1 } })).toEqual({ width: 746, height: 507, x: 694, y: 393 });
  });
  it('at the size that the user gave the last one of its kind', () => {
    const remembered = { width: 500, height: 4000 };
    expect(opened({ width: 965, height: 1177 }, { remembered })).toMatchObject({ width: 500, height: 900 });
  });
  it('inside the viewport, whatever came before', () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const { x, y, width, height } = opened({ width: 2000, height: 2000, keepsRatio: true }, { nth });
      expect(x >= 0 && y >= 0 && x + width <= 1440 && y + height <= 900).toBe(true);
    }
  });
});

it('comes along when the viewport becomes smaller', () => {
  const frame = { x: 1200, y: 700, width: 600, height: 400 };
  expect(reachable(frame, { width: 1000, height: 600 })).toEqual({ x: 400, y: 200, width: 600, height: 400 });
  expect(reachable(frame, { width: 500, height: 300 })).toEqual({ x: 0, y: 0, width: 500, height: 300 });
});

const wide = { width: 1441, height: 900 };

it.each([
  [3, 400, 'left'],
  [1436, 400, 'right'],
  [700, 2, 'top'],
  [2, 2, 'left'],
  [700, 400, null],
  [700, 897, null],
])('a window let go at %d, %d goes to: %s', (x, y, zone) => expect(snapZone({ x, y }, wide)).toBe(zone));

it('fills one half, the other, or all', () => {
  expect(snappedFrame('left', wide)).toEqual({ x: 0, y: 0, width: 720, height: 900 });
  expect(snappedFrame('right', wide)).toEqual({ x: 720, y: 0, width: 721, height: 900 });
  expect(snappedFrame('top', wide)).toEqual({ x: 0, y: 0, ...wide });
});
