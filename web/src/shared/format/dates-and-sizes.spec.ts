import { describe, expect, it } from 'vitest';
import { formatDay, formatMoment, formatSize, formatTime } from './dates-and-sizes.js';

/** A moment of the clock on the wall. */
const at = (hour: number, minute: number): Date => new Date(2018, 6, 29, hour, minute);

it('shows a date as short month, day and year, a time in twelve hours [F9.7]', () => {
  expect(formatDay(at(12, 0).toISOString())).toBe('Jul 29, 2018');
  expect(formatMoment(at(16, 5).toISOString())).toMatch(/^Jul 29, 2018, 4:05\sPM$/u);
  expect(
    [at(0, 30), at(9, 0), at(12, 1)].map((date) => formatTime(date.getTime()).replace(/\s/u, ' ')),
  ).toEqual(['12:30 AM', '9:00 AM', '12:01 PM']);
});

it('shows nothing for what is no date', () =>
  expect([formatDay('soon'), formatMoment('')]).toEqual(['', '']));

describe('sizes for people', () => {
  it.each([
    [0, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_234_567, '1.18 MB'],
    [524_288_000, '500 MB'],
    [1024 ** 3, '1 GB'],
    [1024 ** 8, '1 YB'],
    [1024 ** 9, '1024 YB'],
  ])('shows %d bytes as %s [F9.2]', (bytes, shown) => expect(formatSize(bytes)).toBe(shown));

  it('goes on to the next unit when rounding arrives there', () =>
    expect(formatSize(1024 ** 2 - 1)).toBe('1 MB'));
  it('takes fewer decimals on request', () => expect(formatSize(1_234_567, 1)).toBe('1.2 MB'));
  it('shows nothing sensible as nothing', () => {
    expect(formatSize(Number.NaN)).toBe('0 Bytes');
    expect(formatSize(-5)).toBe('0 Bytes');
  });
});
