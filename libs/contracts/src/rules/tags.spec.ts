import { expect, it } from 'vitest';
import { sameTags, tagsOf } from './tags.js';

it('keeps tags composed and trimmed, each once, in the order given', () => {
  expect(tagsOf([' b ', 'Cafe\u0301', 'a  b', '', ' ', 'b', 'Café'])).toEqual(['b', 'Café', 'a b']);
  expect(tagsOf()).toEqual([]);
});

it('tells lists of tags apart by their order', () => {
  expect(sameTags(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(sameTags(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(sameTags(['a'], ['a', 'b'])).toBe(false);
});
