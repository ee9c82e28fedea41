import { expect, it } from 'vitest';
import { formatDay, formatMoment, formatTime } from './dates.js';

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
