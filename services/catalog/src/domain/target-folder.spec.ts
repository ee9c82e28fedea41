import { describe, expect, it } from 'vitest';
import { pathOf, segmentsOf } from './target-folder.js';

describe('a folder path', () => {
  it.each([
    ['/', []],
    ['/a/', ['a']],
    ['/a', ['a']],
    ['/a/b%20c/', ['a', 'b%20c']],
    ['//', null],
    ['/a//b/', null],
    ['/a//', null],
  ])('%j names %j', (path, segments) => expect(segmentsOf(path)).toEqual(segments));

  it('starts and ends with a slash', () =>
    expect([pathOf([]), pathOf(['a']), pathOf(['a', 'b'])]).toEqual(['/', '/a/', '/a/b/']));
});
