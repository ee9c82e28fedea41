import { expect, it } from 'vitest';
import { createIds } from './index.js';

it('makes ids that sort by time, fit into an address and never repeat', () => {
  let time = Date.UTC(2026, 0, 1);
  const ids = createIds({ now: () => new Date(time) });
  const made = Array.from({ length: 2000 }, () => {
    time += 1;
    return ids.next();
  });
  expect(made.every((id) => /^[A-Za-z0-9_-]{21,64}$/.test(id))).toBe(true);
  expect(made.toSorted()).toEqual(made);
  expect(new Set(Array.from({ length: 2000 }, () => ids.next())).size).toBe(2000);
});
