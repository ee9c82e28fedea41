import { sizeParts } from '@skyshelf/contracts/kinds';

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true });

/** Example: `Jul 29, 2018`; empty when unreadable. */
export const formatDay = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : dayFormat.format(date);
};

/** Example: `Jul 29, 2018, 4:05 PM`. */
export const formatMoment = (iso: string): string => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : `${dayFormat.format(date)}, ${timeFormat.format(date)}`;
};

/** Example: `4:05 PM`. */
export const formatTime = (at: number): string => timeFormat.format(at);

const partsFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Example: `29 July 2018`; empty when unreadable. */
export const formatLongDay = (iso: string): string => {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const { day, month, year } = Object.fromEntries(
    partsFormat.formatToParts(date).map(({ type, value }) => [type, value]),
  );
  return `${day} ${month} ${year}`;
};

/** Base 1024: `1536` → `1.5 KB`. */
export const formatSize = (bytes: number, decimals = 2): string => sizeParts(bytes, decimals).join(' ');
