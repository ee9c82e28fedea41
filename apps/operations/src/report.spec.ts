import { expect, it } from 'vitest';
import { spanText, table } from './report.js';

it('a table has its numbers to the right', () => {
  expect(
    table(
      [
        ['drives', 12_345, 'x'],
        ['a', 1],
      ],
      '  ',
    ),
  ).toBe('  drives  12,345  x\n  a            1');
  expect(table([])).toBe('');
});

it('a time span is said as people say it', () => {
  expect([850, 12_000, 180_000, 18_000_000, 200_000_000].map(spanText)).toEqual([
    '850 ms',
    '12 s',
    '3 min',
    '5 h',
    '2 days',
  ]);
});
