import { describe, expect, it } from 'vitest';
import { clearPlace } from './clear-place.js';

const margins = { side: 20, top: 76, bottom: 20 };
const place = (...controls: { left: number; top: number; right: number; bottom: number }[]) =>
  clearPlace({ width: 360, height: 80 }, { height: 900 }, controls, margins);

describe('messages', () => {
  it('stand below, where nothing is', () => {
    expect(place()).toBe('bottom');
    expect(place({ left: 600, top: 850, right: 640, bottom: 890 })).toBe('bottom');
  });
  it('stand above when they would cover the controls of a window', () => {
    expect(place({ left: 30, top: 850, right: 70, bottom: 890 })).toBe('top');
  });
  it('stand where they cover fewer', () => {
    const above = { left: 30, top: 100, right: 70, bottom: 140 };
    const below = { left: 30, top: 850, right: 70, bottom: 890 };
    expect(place(above, below)).toBe('bottom');
    expect(place(above, below, { ...below, left: 80, right: 120 })).toBe('top');
  });
});
