import type { ElementView } from '@skyshelf/contracts';
import { caseFold, foldAccents } from '@skyshelf/contracts/rules';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { searchWords, tagWord } from '../../domain/search-words.js';
import type { FolderAddress } from '../slices/read-folder.js';

export interface SearchQuestion {
  /** Empty to look for a tag alone. */
  text: string;
  tag?: string;
  /** Everywhere when absent. */
  within?: FolderAddress;
  limit: number;
}

export interface Found {
  /** With paths; names that begin with the text come first. */
  docs: ElementView[];
  /** There are others: type more. */
  more: boolean;
}

export type Fits = (row: CatalogRow) => boolean;

/** Beginnings of words, or whole tags. */
export interface SearchTerm {
  word: string;
  whole: boolean;
}

export const searchTerms = ({ text, tag }: SearchQuestion): SearchTerm[] => [
  ...searchWords(text).map((word) => ({ word, whole: false })),
  ...(tag === undefined ? [] : [{ word: tagWord(tag.trim()), whole: true }]),
];

export const fitsWords =
  (terms: readonly SearchTerm[]): Fits =>
  ({ words }) =>
    terms.every(({ word, whole }) => words.some((each) => (whole ? each === word : each.startsWith(word))));

/** Anywhere in the name, ignoring case and accents; and a whole tag. */
export function fitsText({ text, tag }: SearchQuestion): Fits {
  const part = foldAccents(text.trim());
  const wanted = tag === undefined ? null : caseFold(tag.trim());
  return ({ name, tags }) =>
    foldAccents(name).includes(part) && (wanted === null || tags.some((each) => caseFold(each) === wanted));
}
