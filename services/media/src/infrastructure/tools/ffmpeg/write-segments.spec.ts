import { expect, it } from 'vitest';
import { steadyRate } from './write-segments.js';

it('is that of the film, the next usual one, or 60', () => {
  expect([25, 30_000 / 1001, 23.976, 12, 26.1, 59.94, 120, null, 1 / 7200].map(steadyRate)).toEqual([
    '25',
    '30000/1001',
    '24000/1001',
    '24000/1001',
    '30000/1001',
    '60000/1001',
    '60',
    '30',
    '2',
  ]);
});
