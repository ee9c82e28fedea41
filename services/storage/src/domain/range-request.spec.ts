import { limits } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { decideAnswer, isLarge, type RangeRequest } from './range-request.js';

const etag = '"blob"';
const file = { etag, size: 100 };
const range = 'bytes=0-9';

it.each<[RangeRequest, object]>([
  [{}, { status: 200, start: 0, end: 99 }],
  [{ range }, { status: 206, start: 0, end: 9 }],
  [{ range: 'bytes=100-' }, { status: 416 }],
  // The range is meant for these bytes alone.
  [{ range, ifRange: etag }, { status: 206 }],
  [
    { range, ifRange: '"other"' },
    { status: 200, end: 99 },
  ],
  [{ range, ifRange: new Date(0).toUTCString() }, { status: 200 }],
  // The browser has them.
  [{ ifNoneMatch: etag }, { status: 304 }],
  [{ ifNoneMatch: `W/${etag}` }, { status: 304 }],
  [{ ifNoneMatch: `"a", ${etag}` }, { status: 304 }],
  [{ ifNoneMatch: '*' }, { status: 304 }],
  [{ ifNoneMatch: '"other"' }, { status: 200 }],
  // The caller wants other bytes, whatever else it asks.
  [{ ifMatch: etag }, { status: 200 }],
  [{ ifMatch: '*' }, { status: 200 }],
  [{ ifMatch: `"a", ${etag}` }, { status: 200 }],
  [{ ifMatch: etag, range }, { status: 206 }],
  [{ ifMatch: etag, ifNoneMatch: etag }, { status: 304 }],
  ...['"other"', `W/${etag}`, ''].map((ifMatch): [RangeRequest, object] => [
    { ifMatch, ifNoneMatch: etag, range },
    { status: 412 },
  ]),
])('answers %j by %j', (request, answer) => {
  expect(decideAnswer(file, request)).toMatchObject(answer);
});

it('sends large answers from the object store itself', () => {
  const most = limits.maxSingleRequestBytes;
  expect([most, most - 1].map((end) => isLarge({ start: 0, end }))).toEqual([true, false]);
});
