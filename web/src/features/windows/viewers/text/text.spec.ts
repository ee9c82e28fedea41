import { expect, it } from 'vitest';
import { decodeText } from '@skyshelf/contracts/text';
import { findMatches } from './use-find.js';

const utf16 = (words: string, isBig: boolean): number[] =>
  [...words].flatMap((one) => (isBig ? [0, one.charCodeAt(0)] : [one.charCodeAt(0), 0]));

it.each([
  [[0x68, 0x69], 'hi'],
  [[0xef, 0xbb, 0xbf, 0x68, 0x69], 'hi'],
  [[0xff, 0xfe, ...utf16('hi', false)], 'hi'],
  [[0xfe, 0xff, ...utf16('hi', true)], 'hi'],
  [utf16('a,b,c', false), 'a,b,c'],
  [utf16('a,b,c', true), 'a,b,c'],
  [[0xc3, 0xb6], 'ö'],
  [[0x61, 0xe9, 0x62, 0x80], 'aéb€'],
  // The end of what was fetched cuts through a character.
  [[0x61, 0xc3], 'a'],
  [[], ''],
])('reads %j as "%s"', (bytes, words) => expect(decodeText(Uint8Array.from(bytes))).toBe(words));

it('finds words as they are written, ignoring case', () => {
  expect(findMatches('a.B a+b A.b', 'a.b')).toEqual([0, 8]);
  expect(findMatches('aaaa', 'aa')).toEqual([0, 2]);
  expect(findMatches('abc', '')).toEqual([]);
});
