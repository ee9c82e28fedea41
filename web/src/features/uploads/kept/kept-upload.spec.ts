import { beforeEach, expect, it } from 'vitest';
import { RememberedParts } from './kept-upload.js';

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
const remembered = () => new RememberedParts(kept, () => now);

beforeEach(() => {
  entries = new Map();
  now = 0;
});

it('are there after a reload, until they are none any more', async () => {
  const parts = remembered();
  parts.keep('u1', { 1: 'a', 2: 'b' });
  parts.keep('u1', { 1: 'a' });
  expect(parts.of('u1')).toEqual({ 1: 'a' });
  await Promise.resolve();
  expect(remembered().of('u1')).toEqual({ 1: 'a' });
  expect(remembered().of('u2')).toEqual({});
  parts.keep('u1', {});
  await Promise.resolve();
  expect(remembered().of('u1')).toEqual({});
  expect(entries.size).toBe(0);
});

it('go when their upload cannot go on any more, and what no one wrote like that is nothing', async () => {
  remembered().keep('old', { 1: 'a' });
  await Promise.resolve();
  now = 8 * DAY;
  entries.set('upload-parts:u1', '{"at": 1');
  entries.set('another', 'x');
  expect(remembered().of('u1')).toEqual({});
  expect([...entries.keys()]).toEqual(['another']);
});

it('are no reason to fail when the browser keeps nothing', async () => {
  const full = () => {
    throw new Error('QuotaExceededError');
  };
  const parts = new RememberedParts({ ...kept, setItem: full }, () => now);
  parts.keep('u1', { 1: 'a' });
  await Promise.resolve();
  expect(parts.of('u1')).toEqual({});
});
