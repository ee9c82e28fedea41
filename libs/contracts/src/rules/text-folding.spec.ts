import { describe, expect, it } from 'vitest';
import { caseFold, foldAccents } from './text-folding.js';

describe('names that differ in case only', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['Ǆ', 'ǆ'],
    ['İstanbul', 'i̇stanbul'],
    ['ﬁn', 'FIN'],
    ['K', 'k'],
    ['Ⅷ', 'ⅷ'],
    ['ᾳ', 'ΑΙ'],
    ['ÀÉ', 'àé'],
    ['Ω', 'ω'],
    ['ſ', 's'],
  ])('%s is %s', (one, other) => expect(caseFold(one)).toBe(caseFold(other)));

  it.each([
    ['ı', 'i'],
    ['sır', 'sir'],
    ['o', 'ö'],
    ['a', 'а'],
    ['e', 'é'],
  ])('%s is not %s', (one, other) => expect(caseFold(one)).not.toBe(caseFold(other)));

  it('do so composed as well as decomposed', () => {
    for (const name of ['Café', 'Ünïcödé', 'ΐ', 'ǰ', 'ᾼ', 'İ', 'Tiếng Việt', 'が']) {
      expect(caseFold(name.normalize('NFD'))).toBe(caseFold(name.normalize('NFC')));
      expect(caseFold(caseFold(name))).toBe(caseFold(name));
    }
  });

  it('agree, letter by letter, with the simple case folding of Unicode that regular expressions know', () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x1_ffff; point += 1) {
      const letter = String.fromCodePoint(point);
      if (!/\p{L}|\p{M}|\p{N}|\p{S}/u.test(letter)) continue;
      const folded = caseFold(letter);
      const one = letter.normalize('NFC');
      if ([...folded].length !== 1 || [...one].length !== 1) continue;
      if (!new RegExp(`^${RegExp.escape(folded)}$`, 'iu').test(one)) wrong.push(letter);
    }
    expect(wrong).toEqual([]);
  });
});

it('what is compared has neither case nor accents nor ligatures', () =>
  expect(['Œuvre ﬁn', 'İstanbul', 'Ünïcode', 'ΜΆΙΟΣ', 'Straße', 'Łódź', 'plain'].map(foldAccents)).toEqual([
    'oeuvre fin',
    'istanbul',
    'unicode',
    'μαιοσ',
    'strasse',
    'lodz',
    'plain',
  ]));
