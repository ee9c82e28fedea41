/**
 * Full Unicode case folding (CaseFolding.txt, statuses C and F), code point by code point, so that no letter
 * depends on its neighbours: `ß`, `ẞ` and `SS` meet in `ss`; every sigma is `σ`; `İ` is `i` with a dot above,
 * while the Turkish dotless `ı` stays a letter of its own. The engine has no such function; lower → upper →
 * lower equals it for every code point but `ı` (a test compares all of them). Names are decomposed first and
 * composed last, so typed and decomposed accents meet as well.
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
