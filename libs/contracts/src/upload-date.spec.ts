import { expect, it } from 'vitest';
import { uploadId } from './ids.js';
import { fileDateOf, uploadIdOf } from './upload-date.js';

const hash = '-t1'.repeat(11);
const now = new Date('2026-03-01T12:00:00Z');
const dateOf = (modified?: number) => fileDateOf(uploadId.parse(uploadIdOf(hash, modified)), now);

it.each(['1999-12-31T23:59:59.999Z', '2026-03-02T12:00:00.000Z', '1970-01-03T00:00:00.000Z'])(
  'of a file that was changed at %s is kept in the id of its upload',
  (date) => expect(dateOf(Date.parse(date))?.toISOString()).toBe(date),
);

it.each([
  ['unknown', undefined],
  ['the epoch, where no one knows', 0],
  ['before it', -1e12],
  ['in a future that is no wrong time zone', Date.parse('2026-03-02T12:00:01Z')],
  ['absurd', Number.MAX_SAFE_INTEGER],
  ['none', Number.NaN],
])('%s is left out', (_, modified) => expect(dateOf(modified)).toBeNull());

it('is not found in ids that only look so', () => {
  expect(fileDateOf(hash.slice(0, 32), now)).toBeNull();
  expect(fileDateOf(`${hash.slice(0, 32)}-t`, now)).toBeNull();
  expect(fileDateOf('upload-t1abc', now)).toBeNull();
});
