import { setImmediate as nextTurn } from 'node:timers/promises';
import { ROOT_ID, type ElementView } from '@skyshelf/contracts';
import { caseFold, foldAccents, compareNames } from '@skyshelf/contracts/rules';
import type { Where } from '@skyshelf/event-store';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import { counted } from './opened-elements.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { searchWords, tagWord, wordsOf } from '../../domain/search-words.js';
import type { FolderAddress, Folder } from '../slices/read-folder.js';
import { openReader } from '../slices/require-within.js';
import { builtInView, reachable } from '../element-view.js';
import { byName, placing, type Placed } from './listing-order.js';
import { openFolder, pageByKey, shownBuiltIns, type Listed } from './listing-rows.js';
import { listedView } from './listings.js';

/**
 * Searches a folder for text anywhere in names, and the drive for beginnings of words in names or tags. Tags match as a
 * whole.
 */
export async function search(catalog: Catalog, account: Account, question: SearchQuestion): Promise<Found> {
  const { text, tag, within } = question;
  if (text.trim() === '' && tag === undefined) return { docs: [], more: false };
  const survey = await openReader(catalog, account);
  const { docs, more } = within
    ? await searchFolder(survey, { ...question, within }, account.sub)
    : await searchEverywhere(survey, question, account.sub);
  return { docs: await counted(catalog, account.drive, docs), more };
}

export interface SearchQuestion {
  /** It is empty when only a tag is searched for. */
  text: string;
  tag?: string;
  /** The whole drive is searched when it is absent. */
  within?: FolderAddress;
  limit: number;
}

export interface Found {
  /** Names that begin with the text come first. */
  docs: ElementView[];
  /** True when there are more elements: the user should type more. */
  more: boolean;
}

type Named = Pick<Listed, 'name' | 'tags'>;
type Fits<T> = (row: T) => boolean;

/** Beginnings of words, or whole tags. */
interface SearchTerm {
  word: string;
  whole: boolean;
}

const searchTerms = ({ text, tag }: SearchQuestion): SearchTerm[] => [
  ...searchWords(text).map((word) => ({ word, whole: false })),
  ...(tag === undefined ? [] : [{ word: tagWord(tag.trim()), whole: true }]),
];

const fitsWords =
  (terms: readonly SearchTerm[]): Fits<Pick<CatalogRow, 'words'>> =>
  ({ words }) =>
    terms.every(({ word, whole }) => words.some((each) => (whole ? each === word : each.startsWith(word))));

function fitsText({ text, tag }: SearchQuestion): Fits<Named> {
  const part = foldAccents(text.trim());
  const wanted = tag === undefined ? null : caseFold(tag.trim());
  return ({ name, tags }) =>
    foldAccents(name).includes(part) && (wanted === null || tags.some((each) => caseFold(each) === wanted));
}

/** More hits than this need no exact count. */
const manyHits = 10_000;
/** The scan ends after so many rows that match one word but not the others, or wait to be purged. */
const maxRows = 20_000;

async function searchEverywhere(
  survey: CatalogSurvey,
  question: SearchQuestion,
  user: string,
): Promise<Found> {
  const terms = searchTerms(question);
  if (terms.length === 0) return { docs: [], more: false };
  const own = await searchOwn(survey, terms, question.limit, user);
  const fits = fitsWords(terms);
  const builtIns = (await shownBuiltIns(survey, { folderId: ROOT_ID }))
    .filter(({ name, tags }) => fits({ words: wordsOf(name, tags) }))
    .map((element) => builtInView(element, user));
  const docs = [...own.docs, ...builtIns];
  return {
    docs: byBeginning(docs.slice(0, question.limit), question.text),
    more: own.more || docs.length > question.limit,
  };
}

/** Reads one index range, the rarest word's. */
async function searchOwn(
  survey: CatalogSurvey,
  terms: readonly SearchTerm[],
  limit: number,
  user: string,
): Promise<Found> {
  const rarest = await rarestOf(survey, terms);
  if (!rarest) return { docs: [], more: false };
  const fits = fitsWords(terms);
  for (let size = limit * 2 + 1; ; size *= 10) {
    const rows = await survey.find(whereOf(rarest), { limit: Math.min(size, maxRows), order: 'any' });
    const docs = await firstReachable(survey, rows.filter(fits), limit + 1, user);
    const all = rows.length < Math.min(size, maxRows);
    if (all || docs.length > limit || size >= maxRows)
      return { docs: docs.slice(0, limit), more: !all || docs.length > limit };
  }
}

const whereOf = ({ word, whole }: SearchTerm): Where<CatalogRow> => ({
  words: whole ? word : { prefix: word },
});

/** Null when nothing can be found. */
async function rarestOf(survey: CatalogSurvey, terms: readonly SearchTerm[]): Promise<SearchTerm | null> {
  if (terms.length <= 1) return terms[0] ?? null;
  const counted = await Promise.all(
    terms.map(async (each) => ({ each, hits: await survey.count(whereOf(each), manyHits) })),
  );
  const [rarest] = counted.toSorted((a, b) => a.hits - b.hits || b.each.word.length - a.each.word.length);
  return rarest && rarest.hits > 0 ? rarest.each : null;
}

/** Elements that wait to be purged don't reach the root. */
async function firstReachable(
  survey: CatalogSurvey,
  rows: readonly CatalogRow[],
  wanted: number,
  user: string,
): Promise<ElementView[]> {
  const found: ElementView[] = [];
  for (let start = 0; start < rows.length && found.length < wanted; start += wanted)
    found.push(...(await reachable(survey, rows.slice(start, start + wanted), user)));
  return found;
}

function byBeginning(docs: readonly ElementView[], text: string): ElementView[] {
  const typed = foldAccents(text.trim());
  const rank = ({ linkname }: ElementView) => (foldAccents(linkname).startsWith(typed) ? 0 : 1);
  return docs.toSorted(
    (a, b) => rank(a) - rank(b) || compareNames(a.linkname, b.linkname) || (a._id < b._id ? -1 : 1),
  );
}

const rowsAtATime = 2000;
const maxFolderRows = 100_000;

/** Order: folders first, by code point. */
async function searchFolder(
  survey: CatalogSurvey,
  question: SearchQuestion & { within: FolderAddress },
  user: string,
): Promise<Found> {
  const folder = await openFolder(survey, question.within);
  const fits = fitsText(question);
  const found: Listed[] = [];
  let last: Placed | null = null;
  for (let looked = 0; looked < maxFolderRows && found.length <= question.limit; looked += rowsAtATime) {
    const rows: CatalogRow[] = await rowsBehind(survey, folder, last);
    found.push(...rows.filter(fits));
    last = rows.at(-1) ?? null;
    if (rows.length < rowsAtATime) {
      last = null;
      break;
    }
    await nextTurn();
  }
  if (last === null) found.push(...(await shownBuiltIns(survey, folder)).filter(fits));
  const docs = found.slice(0, question.limit).toSorted(placing(byName));
  return {
    docs: docs.map((each) => listedView(each, folder, user)),
    more: found.length > question.limit || last !== null,
  };
}

async function rowsBehind(survey: CatalogSurvey, folder: Folder, last: Placed | null): Promise<CatalogRow[]> {
  const page = { limit: rowsAtATime, last, descending: false };
  const listed = await pageByKey({ survey, folder, builtIns: [] }, page);
  return listed.filter((row) => 'words' in row);
}
