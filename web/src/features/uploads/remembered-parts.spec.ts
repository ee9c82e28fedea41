import { beforeEach, expect, it } from 'vitest';
import { RememberedParts } from './remembered-parts.js';

const DAY = 24 * 3600_000;
let entries: Map<string, string>;
let now = 0;
const kept = {
  get length() {
    return entries.size;
  },
  key: (index: number) => [...entries.keys()][index] ?? null,
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
};
const remembered = (uploadId = 'u1') => new RememberedParts(kept, uploadId, () => now);

beforeEach(() => {
  entries = new Map();
  now = 0;
});

it('are there after a reload, until they are cleared', async () => {
  const parts = remembered();
  parts.set(1, 'a').set(2, 'b');
  parts.delete(2);
  await Promise.resolve();
  expect([...remembered()]).toEqual([[1, 'a']]);
  expect([...remembered('u2')]).toEqual([]);
  parts.clear();
  await Promise.resolve();
  expect([...remembered()]).toEqual([]);
  expect(entries.size).toBe(0);
});

it('go when their upload can not go on any more, and what no one wrote like that is nothing', async () => {
  remembered('old').set(1, 'a');
  await Promise.resolve();
  now = 8 * DAY;
  entries.set('upload-parts:u1', '{"at": 1');
  entries.set('another', 'x');
  expect([...remembered()]).toEqual([]);
  expect([...entries.keys()]).toEqual(['another']);
});

it('are no reason to fail when the browser keeps nothing', async () => {
  const full = () => {
    throw new Error('QuotaExceededError');
  };
  const parts = new RememberedParts({ ...kept, setItem: full }, 'u1', () => now);
  parts.set(1, 'a');
  await Promise.resolve();
  expect(parts.get(1)).toBe('a');
});
