import { expect, it } from 'vitest';
import { formatDuration } from './duration.js';

it.each([
  [null, ''],
  [Number.POSITIVE_INFINITY, ''],
  [0.2, '1 s'],
  [42.4, '42 s'],
  [90, '2 min'],
  [7500, '2 h 5 min'],
])('says that %s seconds are left as "%s"', (seconds, shown) => expect(formatDuration(seconds)).toBe(shown));
