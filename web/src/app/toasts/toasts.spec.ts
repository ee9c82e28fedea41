import { describe, expect, it } from 'vitest';
import '../../../testing/page-globals.js';
import { clearPosition, readable } from './toasts.js';

const margins = { side: 20, top: 76, bottom: 20 };
const position = (...controls: { left: number; top: number; right: number; bottom: number }[]) =>
  clearPosition({ width: 360, height: 80 }, { height: 900 }, controls, margins);

describe('messages', () => {
  it('stand below, where nothing is', () => {
    expect(position()).toBe('bottom');
    expect(position({ left: 600, top: 850, right: 640, bottom: 890 })).toBe('bottom');
  });
  it('stand above when they would cover the controls of a window', () => {
    expect(position({ left: 30, top: 850, right: 70, bottom: 890 })).toBe('top');
  });
  it('stand where they cover fewer', () => {
    const above = { left: 30, top: 100, right: 70, bottom: 140 };
    const below = { left: 30, top: 850, right: 70, bottom: 890 };
    expect(position(above, below)).toBe('bottom');
    expect(position(above, below, { ...below, left: 80, right: 120 })).toBe('top');
  });
});

it('leaves letters of all scripts and emoji, and no marks that turn them round', () => {
  expect(readable('photo\u202Egnp.exe was renamed')).toBe('photognp.exe was renamed');
  expect(readable('a\u2066b\u0007c')).toBe('abc');
  expect(readable('عربي 👩‍🚀 é')).toBe('عربي 👩‍🚀 é');
});
