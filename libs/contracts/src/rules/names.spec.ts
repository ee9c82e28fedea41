import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { checkedName, compareNames, elementName, nameKey, nameSortKey, sameTags, tagsOf } from './names.js';
import { type Checked, ruleRefusals } from './refusals.js';

const messageOf = ({ refusal }: Checked<string>) => refusal && ruleRefusals[refusal];

describe('the name of a link or folder', () => {
  it.each([
    ['My folder', 'My folder'],
    ['  a   b  ', 'a b'],
    ['a/b\\c', 'abc'],
    ['what?*<>|"', 'what'],
    ['v1.2-final_x', 'v1.2-final_x'],
    ['Ünïcödé 日本語 ภาษาไทย', 'Ünïcödé 日本語 ภาษาไทย'],
    ['a\t\n b', 'a b'],
    ['x🙂y', 'xy'],
    ['Cafe\u0301', 'Café'],
    ['100%', '100'],
    // Persian, Sinhala; what joins nothing goes.
    ['\u06a9\u062a\u0627\u0628\u200c\u0647\u0627', '\u06a9\u062a\u0627\u0628\u200c\u0647\u0627'],
    ['\u0dc1\u0dca\u200d\u0dbb\u0dd3', '\u0dc1\u0dca\u200d\u0dbb\u0dd3'],
    ['a\u200b\u200d \u200c👨\u200d👩 b\u200d\ufeff', 'a b'],
    // Digits are taken, other numbers are not.
    ['½ of Ⅷ², ٣', 'of ٣'],
  ])('%j is kept as %j [F5.10]', (typed, kept) =>
    expect(elementName(typed)).toEqual({ value: kept, refusal: null }),
  );

  it.each(['', '   ', '???', '.', '..', ' . . ', '🙂', '\u200d', '.\u200b.', '👨\u200d👩'])(
    '%j says that the field is required [F5.1]',
    (typed) => expect(messageOf(elementName(typed))).toBe('This field is required'),
  );

  it('may have 255 characters, in any script, and no more', () => {
    expect(elementName('𝒳'.repeat(255)).value).toBe('𝒳'.repeat(255));
    expect(checkedName('🙂'.repeat(255)).value).toBe('🙂'.repeat(255));
    for (const long of ['a'.repeat(256), '𝒳'.repeat(256)])
      expect(messageOf(elementName(long))).toBe('A name can have at most 255 characters.');
  });

  it('is compared trimmed, composed and without case [F5.11]', () => {
    expect(nameKey(' CAFE\u0301 ')).toBe(nameKey('café'));
    expect(nameKey('STRASSE')).toBe(nameKey('straße'));
    expect(nameKey('ΟΔΟΣ')).toBe(nameKey('οδος'));
    expect(nameKey('a')).not.toBe(nameKey('b'));
  });
});

it('keeps tags composed and trimmed, each once, in the order given', () => {
  expect(tagsOf([' b ', 'Cafe\u0301', 'a  b', '', ' ', 'b', 'Café'])).toEqual(['b', 'Café', 'a b']);
  expect(tagsOf()).toEqual([]);
});

it('tells lists of tags apart by their order', () => {
  expect(sameTags(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(sameTags(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(sameTags(['a'], ['a', 'b'])).toBe(false);
});

it('sorts names without case and accents, numbers by their value', () =>
  expect(['img10', 'Zoo', 'Äpfel', 'Img2', 'apfelsaft'].toSorted(compareNames)).toEqual([
    'Äpfel',
    'apfelsaft',
    'Img2',
    'img10',
    'Zoo',
  ]));

it('has texts that stand for names and compare as the names do', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 6 }),
    fc.stringMatching(/^0{0,3}\d{0,5}$/),
    fc.constantFrom('img', 'IMG', ' ', '-', '_', '.', 'photo '),
  );
  const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(name, name, (a, b) => {
      const one = nameSortKey(a) ?? '';
      const other = nameSortKey(b) ?? '';
      expect(one < other ? -1 : one > other ? 1 : 0).toBe(Math.sign(compareNames(a, b)));
    }),
    { numRuns: 3000 },
  );
});
it('has none for names beyond ASCII', () => {
  expect(nameSortKey('Café')).toBeNull();
  expect(nameSortKey('9'.repeat(64))).toBeNull();
});
