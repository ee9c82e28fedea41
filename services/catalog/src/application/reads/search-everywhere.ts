import type { ElementView } from '@skyshelf/contracts';
import { compareNames, foldAccents } from '@skyshelf/contracts/rules';
import type { Where } from '@skyshelf/event-store';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { CatalogSurvey } from '../catalog.js';
import { reachable } from './present-elements.js';
import {
  fitsWords,
  searchTerms,
  type Found,
  type SearchQuestion,
  type SearchTerm,
} from './search-question.js';

/** More hits than this need no exact count. */
const manyHits = 10_000;
/** Rows read in all, when those with one word lack the others or wait to be purged. */
const maxRows = 20_000;

/** By the beginnings of words: reads one index range, the rarest word's, and no more than needed. */
export async function searchEverywhere(
  survey: CatalogSurvey,
  question: SearchQuestion,
  user: string,
): Promise<Found> {
  const terms = searchTerms(question);
  const rarest = await rarestOf(survey, terms);
  if (!rarest) return { docs: [], more: false };
  const fits = fitsWords(terms);
  for (let size = question.limit * 2 + 1; ; size *= 10) {
    const rows = await survey.find(whereOf(rarest), { limit: Math.min(size, maxRows), order: 'any' });
    const docs = await firstReachable(survey, rows.filter(fits), question.limit + 1, user);
    const all = rows.length < Math.min(size, maxRows);
    if (all || docs.length > question.limit || size >= maxRows)
      return {
        docs: byBeginning(docs.slice(0, question.limit), question.text),
        more: !all || docs.length > question.limit,
      };
  }
}

const whereOf = ({ word, whole }: SearchTerm): Where<CatalogRow> => ({
  words: whole ? word : { prefix: word },
});

/** Null when there is nothing to look for, or one of the words is nowhere. */
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
