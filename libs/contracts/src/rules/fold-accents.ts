import { caseFold } from './case-fold.js';

/** Letters that Unicode does not take apart, as people type them who lack the key. */
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

/** A text as it is compared when it is looked for: without case, accents and typographic forms. */
export function foldAccents(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  // Folding can bring forth marks (`İ`), and taking apart can bring forth capitals (`№`).
  const apart = caseFold(text).normalize('NFKD').replace(/\p{M}/gu, '');
  return apart.toLowerCase().replace(/[øłđðþæœħŧı]/gu, (letter) => plain[letter] ?? letter);
}

const plainAscii = /^[\x20-\x7e]*$/;
