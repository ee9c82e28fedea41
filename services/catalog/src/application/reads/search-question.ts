import type { ElementView } from '@skyshelf/contracts';
import { caseFold, foldAccents } from '@skyshelf/contracts/rules';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { searchWords, tagWord } from '../../domain/search-words.js';
import type { FolderAddress } from '../slices/read-folder.js';

export interface SearchQuestion {
  /** What was typed; empty to look for a tag alone. */
  text: string;
  tag?: string;
  /** In this folder only; everywhere when absent. */
  within?: FolderAddress;
  limit: number;
}

export interface Found {
  /** With their paths; by name, those first whose name begins with what was typed. */
  docs: ElementView[];
  /** There are others: type more. */
  more: boolean;
}

export type Fits = (row: CatalogRow) => boolean;

/** What must be found among the words of an element: beginnings of words, and tags as a whole. */
export interface SearchTerm {
  word: string;
  whole: boolean;
}

export const searchTerms = ({ text, tag }: SearchQuestion): SearchTerm[] => [
  ...searchWords(text).map((word) => ({ word, whole: false })),
  ...(tag === undefined ? [] : [{ word: tagWord(tag.trim()), whole: true }]),
];

/** Every word is the beginning of one of the element's, or that tag. */
export const fitsWords =
  (terms: readonly SearchTerm[]): Fits =>
  ({ words }) =>
    terms.every(({ word, whole }) => words.some((each) => (whole ? each === word : each.startsWith(word))));

/** The name has the text in it somewhere, whatever its case and accents; and one of the tags is that tag. */
export function fitsText({ text, tag }: SearchQuestion): Fits {
  const part = foldAccents(text.trim());
  const wanted = tag === undefined ? null : caseFold(tag.trim());
  return ({ name, tags }) =>
    foldAccents(name).includes(part) && (wanted === null || tags.some((each) => caseFold(each) === wanted));
}
