import { describe, expect, it } from 'vitest';
import {
  boxHeight,
  positionAfter,
  positionFor,
  type ScrollPosition,
  type ScrollSizes,
} from './row-scroll.js';

const short: ScrollSizes = { total: 100_000, viewport: 800, ratio: 1 };
const tall: ScrollSizes = { total: 44_000_000, viewport: 800, ratio: 2 };
const top: ScrollPosition = { scrolled: 0, shift: 0 };
const above = ({ scrolled, shift }: ScrollPosition): number => scrolled + shift;

describe('a list that the browser can scroll', () => {
  it('stands in a box of its height, and moves with it', () => {
    expect(boxHeight(short)).toBe(100_000);
    expect(positionAfter(top, 70_000, short)).toEqual({ scrolled: 70_000, shift: 0 });
    expect(positionFor(99_200, short)).toEqual({ scrolled: 99_200, shift: 0 });
  });
});

describe('a list that is too tall', () => {
  const box = 7_500_000;
  it('stands in a box of 15 million pixels of the device', () => expect(boxHeight(tall)).toBe(box));
  it('is at its end where the box is, to the pixel', () =>
    expect(above(positionAfter(top, box - 800, tall))).toBe(44_000_000 - 800));
  it('is half way where the box is', () =>
    expect(above(positionAfter(top, (box - 800) / 2, tall))).toBeCloseTo((44_000_000 - 800) / 2, 3));
  it('moves by a small step as far as the box does', () => {
    const middle = positionAfter(top, 3_000_000, tall);
    expect(above(positionAfter(middle, 3_000_120, tall)) - above(middle)).toBeCloseTo(120, 6);
  });
  it('stands still while the box is put where it belongs, when small steps have reached its end too early', () => {
    const nearEnd: ScrollPosition = { scrolled: box - 900, shift: 30_000_000 };
    const next = positionAfter(nearEnd, box - 790, tall);
    expect(above(next)).toBe(above(nearEnd) + 110);
    expect(next.scrolled).toBeLessThan(box - 800);
  });
  it('ends where it ends when small steps have reached its end before that of the box', () => {
    const nearEnd = { scrolled: box - 5000, shift: 44_000_000 - 850 - (box - 5000) };
    const next = positionAfter(nearEnd, box - 4900, tall);
    expect(above(next)).toBe(44_000_000 - 750);
    expect(next.scrolled).toBeCloseTo(box - 750, 6);
  });
  it('comes to its top where the box does', () => {
    const next = positionAfter({ scrolled: 400, shift: 100 }, -30, tall);
    expect(above(next)).toBe(70);
    expect(positionAfter({ scrolled: 700, shift: -650 }, 600, tall)).toEqual({ scrolled: -50, shift: 0 });
  });
  it('shows any place that is asked for', () => {
    for (const wanted of [0, 1, 44, 21_999_978, 43_999_200])
      expect(above(positionFor(wanted, tall))).toBeCloseTo(wanted, 6);
  });
});
