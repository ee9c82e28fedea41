import { caseFold, foldAccents } from '@skyshelf/contracts/rules';

/** Of one name, or of an element's tags together. */
const maxWords = 64;
const maxLetters = 32;
/** Marks a tag among an element's words: no word begins with it. */
export const tagMark = '#';

export const tagWord = (tag: string): string => tagMark + caseFold(tag);

export const wordsOf = (name: string, tags: readonly string[]): string[] => [
  ...new Set([
    ...tags.map(tagWord),
    ...placesIn(name).slice(0, maxWords),
    ...tags.flatMap(placesIn).slice(0, maxWords),
  ]),
];

export const searchWords = (typed: string): string[] => [
  ...new Set(runsIn(typed).map(({ letters }) => cut(letters))),
];

interface Run {
  letters: readonly string[];
  /** A script without spaces allows a word to begin at each letter. */
  unspaced: boolean;
}

const placesIn = (text: string): string[] =>
  runsIn(text).flatMap(({ letters, unspaced }) =>
    unspaced ? letters.map((_, start) => cut(letters.slice(start))) : [cut(letters)],
  );

const runsIn = (text: string): Run[] =>
  [...foldAccents(text).matchAll(runs)].map(([run]) => ({
    letters: [...run],
    unspaced: unspacedRun.test(run),
  }));

const cut = (letters: readonly string[]): string => letters.slice(0, maxLetters).join('');

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const runs = new RegExp(String.raw`[${unspaced}]+|(?:(?![${unspaced}])[\p{L}\p{N}])+`, 'gu');
const unspacedRun = new RegExp(`^[${unspaced}]`, 'u');
