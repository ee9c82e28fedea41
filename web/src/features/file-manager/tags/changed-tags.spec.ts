import { describe, expect, it } from 'vitest';
import { commonTags, scatteredTags, tagChange, withTags } from './changed-tags.js';

const elements = [{ linktag: ['a', 'b', 'c'] }, { linktag: ['c', 'a', 'd'] }];

describe('the tags of several elements', () => {
  it('are those that all have, and those that some have', () => {
    expect(commonTags(elements)).toEqual(['a', 'c']);
    expect(scatteredTags(elements)).toEqual(['b', 'd']);
    expect([commonTags([]), scatteredTags([])]).toEqual([[], []]);
  });
  it('change for all, and those of some stay', () => {
    const change = tagChange(['a', 'c'], ['c', 'new']);
    expect(change).toEqual({ add: ['new'], remove: ['a'] });
    expect(elements.map((element) => withTags(element, change))).toEqual([
      ['b', 'c', 'new'],
      ['c', 'd', 'new'],
    ]);
  });
});
