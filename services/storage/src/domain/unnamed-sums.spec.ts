import type { BlobId, DriveId, UploadId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { pendingBlob, uploadIntention } from './new-blobs.js';
import { isCounted, UnnamedSums, type Beginning } from './unnamed-sums.js';

const alice = 'alice' as DriveId;
const begun = (size: number, limit = 100): Beginning => {
  const upload = { drive: alice, uploadId: 'u' as UploadId, size, contentType: 'image/png' };
  const blob = pendingBlob(
    uploadIntention(upload, { blobId: 'b' as BlobId, begun: new Date(0), pendingMs: 1 }),
  );
  return { blob, limit };
};

it('asks for a sum that is unknown, old, or may come close to the limit, and for no other', () => {
  const sums = new UnnamedSums();
  expect(sums.unsure([begun(10)], 0)).toEqual([alice]);
  sums.learn([begun(10)], new Map([[alice, 20]]), 0);
  expect(sums.unsure([begun(10)], 999)).toEqual([]);
  expect(sums.unsure([begun(20), begun(21)], 999)).toEqual([alice]);
  expect(sums.unsure([begun(10)], 1000)).toEqual([alice]);
});

it('takes uploads up to the limit, those that are recorded included', () => {
  const sums = new UnnamedSums();
  expect(sums.take(begun(1))).toBe(false);
  const two = [begun(30), begun(30)];
  sums.learn(two, new Map([[alice, 100]]), 0);
  expect([...two, begun(1)].map((each) => sums.take(each))).toEqual([true, true, false]);
});

it('counts neither derived blobs nor what has no limit', () => {
  expect(isCounted(begun(1))).toBe(true);
  expect(isCounted(begun(1, Infinity))).toBe(false);
  expect(isCounted({ ...begun(1), blob: { ...begun(1).blob, unnamed: null } })).toBe(false);
});
