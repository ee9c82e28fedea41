import { beforeEach, describe, expect, it } from 'vitest';
import '../../../testing/page-globals.js';
import { file } from '../../../testing/element.js';
import { rememberedWindows, rememberWindows } from './open-window.js';
import type { OpenWindow } from './windows-slice.js';

const KEY = 'skyshelf:windows';
const items = new Map<string, string>();
const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
} as Storage;
const frame = { x: 10, y: 20, width: 400, height: 300 };
const photo = file('a.jpg', { path: '/Travel/' });
const open: OpenWindow = {
  id: 7,
  element: photo,
  filesList: [photo],
  frame,
  minimized: false,
  maximized: true,
  side: 'left',
};

describe('windows over a reload', () => {
  beforeEach(() => items.clear());

  it('are kept with their places, elements by id only', () => {
    rememberWindows([open], storage);
    expect(rememberedWindows(storage)).toEqual([
      {
        elementId: photo._id,
        path: '/Travel/',
        siblings: [photo._id],
        frame,
        minimized: false,
        maximized: true,
        side: 'left',
      },
    ]);
    expect(items.get(KEY)).not.toContain('a.jpg');
  });
  it('are not kept once they are closed', () => {
    rememberWindows([open], storage);
    rememberWindows([], storage);
    expect(items.size).toBe(0);
  });
  it.each([
    '',
    '{',
    'null',
    '{"windows": []}',
    '[null, 7, {"elementId": "a"}]',
    '[{"elementId":"a","path":"/","siblings":[],"frame":{"x":"1"}}]',
  ])('are none when %s is found', (found) => {
    items.set(KEY, found);
    expect(rememberedWindows(storage)).toEqual([]);
  });
  it('come back as far as they can be read', () => {
    const kept = { elementId: 'a', path: '/', siblings: ['a', 7], frame, side: 'up', minimized: 'yes' };
    items.set(KEY, JSON.stringify([kept, { newer: true }]));
    expect(rememberedWindows(storage)).toEqual([
      { ...kept, siblings: ['a'], side: null, minimized: false, maximized: false },
    ]);
  });
});
