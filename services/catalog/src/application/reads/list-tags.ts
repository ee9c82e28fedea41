import { caseFold, compareNames } from '@skyshelf/contracts/rules';
import { tagMark } from '../../domain/search-words.js';
import type { Account, Catalog } from '../catalog.js';
import { answerBytes } from './listing-bytes.js';
import type { Listings } from './listings.js';

export interface TagCount {
  /** The most frequent spelling. */
  tag: string;
  count: number;
}

/** The most frequent ones. */
const maxSpellings = 10_000;

/**
 * By name, with counts; cached by the drive's version. A large deletion's elements count until they are
 * purged.
 */
export async function listTags(catalog: Catalog, listings: Listings, { drive }: Account): Promise<Buffer> {
  const version = await catalog.store.version(drive);
  const { bytes } = await listings.at(version, JSON.stringify([drive, 'tags']), async () => {
    const survey = await catalog.store.reader(drive);
    const spellings = await survey.tally({ words: { prefix: tagMark } }, 'tags', maxSpellings);
    const docs = Buffer.from(JSON.stringify(joined(spellings)).slice(1, -1));
    const counted = survey.state().version;
    const exact = (await catalog.store.version(drive)) === counted;
    return { version: counted, exact, bytes: answerBytes([docs], { version: counted }) };
  });
  return bytes;
}

/** Ignores case; the most frequent spelling comes first and is kept. */
export function joined(spellings: readonly { entry: string; count: number }[]): TagCount[] {
  const tags = new Map<string, TagCount>();
  for (const { entry, count } of spellings) {
    const known = tags.get(caseFold(entry));
    if (known) known.count += count;
    else tags.set(caseFold(entry), { tag: entry, count });
  }
  return [...tags.values()].toSorted((a, b) => compareNames(a.tag, b.tag) || (a.tag < b.tag ? -1 : 1));
}
