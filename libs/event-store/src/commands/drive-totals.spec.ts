import { expect, it } from 'vitest';
import { boundsAfter } from './drive-totals.js';

it('forgets a bound that a process does not know when it adds an event: it was not kept up to date', () => {
  const before = { version: 7, bounds: { depth: 3, width: 9 } };
  expect(boundsAfter(before, [['depth', false]])).toEqual({ depth: 3 });
  expect(boundsAfter({ version: 8, bounds: { depth: 3 } }, [['width', false]])).toEqual({});
});
