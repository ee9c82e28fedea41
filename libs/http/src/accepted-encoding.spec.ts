import { expect, it } from 'vitest';
import { acceptedEncoding } from './accepted-encoding.js';

it.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['zstd; q=0.000, *', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['brotli', null],
  ['', null],
  [undefined, null],
])('of %s takes %s', (header, coding) => {
  expect(acceptedEncoding(header, ['zstd', 'br', 'gzip'])).toBe(coding);
});
