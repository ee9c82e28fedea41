import type { BlobId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { contentWithin, entryBytes } from './archive-layout.js';
import { grown, isFullPage, isTooLarge, mayTurnOutTooLarge, NOTHING } from './list-size.js';
import { EMPTY_PART, hasRoom, withEntry } from './part-size.js';
import { TreePaths } from './tree-paths.js';
import { endRecordBytes } from './zip-records.js';

const entry = (path: string, size = 10) => ({ path, blobId: 'b' as BlobId, size, crc32: 1, modified: 0 });
const most = { entries: 2, pathBytes: 10 };

it('a list is too large by its entries or by its paths', () => {
  const two = grown(grown(NOTHING, { path: 'ä' }), { path: 'b' });
  expect(two).toEqual({ entries: 2, pathBytes: 3 });
  expect(
    [two, { ...two, entries: 3 }, { ...two, pathBytes: 11 }].map((each) => isTooLarge(each, most)),
  ).toEqual([false, true, true]);
});

it('a list may turn out too large while it is not known how long it is, or how long its paths are', () => {
  const one = { entries: 1, pathBytes: 4 };
  expect([undefined, 3, 2].map((elements) => mayTurnOutTooLarge(one, most, elements))).toEqual([
    true,
    true,
    false,
  ]);
  expect(mayTurnOutTooLarge({ entries: 1, pathBytes: 6 }, most, 2)).toBe(true);
});

it('a page is full with 1,000 entries or 256 KiB of paths', () => {
  expect(isFullPage({ entries: 1000, pathBytes: 0 })).toBe(true);
  expect(isFullPage({ entries: 1, pathBytes: 256 * 1024 })).toBe(true);
  expect(isFullPage({ entries: 999, pathBytes: 1000 })).toBe(false);
});

it('a part of a takeout has room as long as all of it, with its end, fits', () => {
  const part = withEntry(EMPTY_PART, entry('one'));
  const two = part.bytes + entryBytes(entry('two'), part.bytes);
  const whole = two + endRecordBytes({ entries: 2, start: two, bytes: 0 });
  expect([whole, whole - 1].map((bytes) => hasRoom(part, entry('two'), bytes))).toEqual([true, false]);
  expect(hasRoom({ ...part, entries: 500_000 }, entry('two'), Infinity)).toBe(false);
});

it('finds the bytes of a file that a range of the archive needs', () => {
  const content = 50;
  const file = { entry: entry('one', 100), offset: 20, content, end: content + 100 };
  const all = { start: 0, end: Infinity };
  expect(contentWithin(file, { start: content + 10, end: content + 19 })).toMatchObject({
    start: 10,
    end: 19,
    bytes: 10,
  });
  expect(contentWithin(file, all)).toMatchObject({ start: 0, end: 99, bytes: 100 });
  expect(contentWithin(file, { start: 0, end: content - 1 })).toBeNull();
  expect(contentWithin({ ...file, entry: entry('empty', 0), end: content }, all)).toBeNull();
  expect(contentWithin({ ...file, entry: { ...entry('folder/', 0), blobId: null } }, all)).toBeNull();
});

it('paths of a tree are those of its folders, each with names of its own', () => {
  const paths = new TreePaths('top');
  const made = [
    paths.next(0, 'a', true),
    paths.next(0, 'A', false),
    paths.next(1, 'a', false),
    paths.next(1, 'deep', true),
    paths.next(2, 'x/y', false),
  ];
  expect(made).toEqual(['top/a/', 'top/A (2)', 'top/a/a', 'top/a/deep/', 'top/a/deep/x_y']);
});
