import { expect, it } from 'vitest';
import { isObjectStoreError } from '../port.js';
import { refusalIn } from './answers.js';
import { storeError, S3Refusal } from './errors.js';

const answer = (reason: string) => `<?xml version="1.0"?><Error><Code>${reason}</Code></Error>`;

function meant(status: number, body: string): unknown {
  const { reason, message } = refusalIn(body) ?? { reason: '', message: '' };
  return storeError(new S3Refusal(status, reason, message));
}

it.each([
  ['MinIO, its disks full', 507, answer('XMinioStorageFull')],
  ['MinIO, a bucket at its quota', 409, answer('XMinioAdminBucketQuotaExceeded')],
  ['versitygw and Ceph, at a quota', 403, answer('QuotaExceeded')],
  ['a store behind a proxy that says no more', 507, ''],
  ['a store that calls it by the name of the status', 507, answer('InsufficientStorage')],
  ['an object larger than there may be', 400, answer('EntityTooLarge')],
])('%s: there is no room', (_, status, body) => {
  expect(isObjectStoreError(meant(status, body), 'full')).toBe(true);
});

it.each([
  [500, answer('InternalError')],
  [503, answer('SlowDown')],
  [403, ''],
])('%i %s says nothing of room', (status, body) => {
  expect(isObjectStoreError(meant(status, body), 'unavailable')).toBe(true);
});
