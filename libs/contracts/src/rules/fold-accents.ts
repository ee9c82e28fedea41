import { caseFold } from './case-fold.js';

/** Letters that Unicode doesn't decompose, as people type them without the key. */
const plain: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/** For searching: without case, accents and typographic forms. */
export function foldAccents(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  // Folding can produce marks (`İ`), decomposing can produce capitals (`№`).
  const apart = caseFold(text).normalize('NFKD').replace(/\p{M}/gu, '');
  return apart.toLowerCase().replace(/[øłđðþæœħŧı]/gu, (letter) => plain[letter] ?? letter);
}

const plainAscii = /^[\x20-\x7e]*$/;
