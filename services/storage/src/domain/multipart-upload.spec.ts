import fc from 'fast-check';
import { limits, type UploadGrant } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import {
  decideStart,
  heldBytes,
  isJoined,
  isStray,
  isWhole,
  joinedParts,
  missingParts,
  partPlan,
  partSize,
  receivedParts,
} from './multipart-upload.js';

it('cuts any file into parts that add up to it', () => {
  fc.assert(
    fc.property(fc.nat({ max: limits.maxUploadBytes }), (size) => {
      const { partCount } = partPlan(size);
      const sizes = Array.from({ length: partCount }, (_, index) => partSize(size, index + 1) ?? NaN);
      expect(sizes.reduce((sum, each) => sum + each, 0)).toBe(size);
      expect(sizes.slice(0, -1).every((each) => each === limits.partBytes)).toBe(true);
      expect([partSize(size, 0), partSize(size, partCount + 1)]).toEqual([null, null]);
    }),
  );
});

const size = limits.partBytes + 5;
const sent = joinedParts(size).map((part) => ({ ...part, etag: `tag${part.partNumber}` }));

it.each([
  ['open', null, null, { do: 'open' }],
  ['open', 'known', null, { do: 'continue', multipartId: 'known' }],
  ['joining', 'known', null, { do: 'continue', multipartId: 'known' }],
  ['open', 'lost', 'lost', { do: 'open' }],
  ['open', 'newer', 'lost', { do: 'continue', multipartId: 'newer' }],
  ['done', 'known', null, { do: 'refuse' }],
  ['aborted', null, null, { do: 'refuse' }],
] as const)('an upload that is %s as %s, after %s was lost: %j', (state, multipartId, lost, decision) => {
  expect(decideStart({ state, multipartId }, lost)).toEqual(decision);
});

it('knows what has arrived, and what is missing', () => {
  const first = sent.slice(0, 1);
  const cut = sent.slice(1).map((part) => ({ ...part, size: 4 }));
  expect(receivedParts(size, [...first, ...cut], null)).toEqual(first);
  expect(missingParts(size, first)).toEqual([2]);
  expect(missingParts(0, [])).toEqual([1]);
  const confirmed = [
    { partNumber: 1, etag: '"tag1"' },
    { partNumber: 2, etag: 'other' },
  ];
  expect(receivedParts(size, sent, confirmed)).toEqual(first);
  expect(receivedParts(size, sent, [])).toEqual([]);
});

it('is whole when the parts that are named add up to it', () => {
  expect(isWhole(size, sent, sent)).toBe(true);
  expect(isWhole(size, sent, sent.slice(0, 1))).toBe(false);
  expect(isWhole(size, sent.slice(1), sent)).toBe(false);
});

it('was joined when there is an object of its size, else its bytes are lost', () => {
  expect([{ size }, { size: 5 }, null].map((object) => isJoined(size, object))).toEqual([true, false, false]);
});

it('counts its bytes until it is finished or given up', () => {
  const grant = { size } as UploadGrant;
  const states = ['open', 'joining', 'done', 'aborted'] as const;
  expect(states.map((state) => heldBytes({ state, grant }))).toEqual([size, size, 0, 0]);
});

it('is stray once its record would have been written', () => {
  const started = new Date(1000);
  expect([1999, 2000].map((now) => isStray(started, new Date(now), 1000))).toEqual([false, true]);
});
