/**
 * Full Unicode case folding (CaseFolding.txt, statuses C and F), independent of neighbours: `ß`, `ẞ` and `SS`
 * meet in `ss`; every sigma is `σ`; dotless `ı` stays distinct. The engine lacks it; lower → upper → lower
 * equals it for every code point but `ı` (a test compares all). Decomposed first and composed last, so both
 * forms of accents meet.
 */
export function caseFold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text.normalize('NFD')) folded += foldCharacter(character);
  return folded.normalize('NFC');
}

const plainAscii = /^[\x20-\x7e]*$/;
const dotlessI = 'ı';

const foldCharacter = (character: string): string =>
  character === dotlessI
    ? character
    : [...character.toLowerCase().toUpperCase()].map((part) => part.toLowerCase()).join('');

/** Unicode doesn't decompose these. */
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
