import { limits, type BlobId, type DriveId, type UploadId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import type { Blob } from './blob.js';
import { condemnedFrom, decideAdoption, pendingBlob, uploadIntention } from './new-blobs.js';

const now = new Date('2026-05-01T12:00:00Z');
const alice = 'alice' as DriveId;
const claim = { blobId: 'b' as BlobId, size: 10, type: 'image/png', source: null, kind: null };
const upload = { drive: alice, uploadId: 'u' as UploadId, size: 10, contentType: 'image/png' };
const intention = uploadIntention(upload, { blobId: claim.blobId, begun: now, pendingMs: 60_000 });
const record = (more: Partial<Blob> = {}): Blob => ({ ...pendingBlob(intention), ...more });
const adopted = (size: number | null, known: Blob | null, claimed: Partial<typeof claim> = {}) =>
  decideAdoption(
    alice,
    { ...claim, ...claimed },
    { object: size === null ? null : { size }, record: known, now },
  );

it('an upload is pending for the time of the setting, and counts as unnamed', () => {
  expect(record()).toMatchObject({
    once: 'upload:u',
    state: 'pending',
    expires: new Date(now.getTime() + 60_000),
    unnamed: 'fresh',
  });
});

it('an upload is unclaimed when its receipt ends; a derived blob goes with its source', () => {
  expect(condemnedFrom({ source: null }, now)).toEqual(new Date(now.getTime() + limits.receiptMs));
  expect(condemnedFrom({ source: claim.blobId }, now)).toBeNull();
});

it.each([
  ['no bytes', null, null],
  ['bytes of another length than the element says', 11, null],
  ["bytes of another length than the record's", 10, record({ size: 11 })],
  ['the record of another drive', 10, record({ drive: 'bob' as DriveId })],
])('a blob with %s is not adopted', (_, size, known) => {
  expect(adopted(size, known)).toEqual({ do: 'leave' });
});

it('a lost record is written again; one that is being removed is ready again, and hashed once', () => {
  expect(adopted(10, null)).toMatchObject({ do: 'add', blob: { size: 10, state: 'ready', hashDue: now } });
  expect(adopted(12, null, { size: null as never })).toMatchObject({ do: 'add', blob: { size: 12 } });
  const known = { finished: now, hashDue: now };
  expect(adopted(10, record())).toEqual({ do: 'make-ready', known });
  const earlier = new Date(0);
  expect(adopted(10, record({ sha256: 'abc', finished: earlier }))).toEqual({
    do: 'make-ready',
    known: { finished: earlier, hashDue: null },
  });
});
