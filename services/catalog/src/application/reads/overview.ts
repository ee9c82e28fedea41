import { caseFold, compareNames } from '@skyshelf/contracts/rules';
import { type CatalogEvent, type ElementId, type ElementView, limits, ROOT_ID } from '@skyshelf/contracts';
import { tagMark } from '../../domain/search-words.js';
import type { Account, Catalog, CatalogSurvey } from '../catalog.js';
import { answerBytes, type Listings } from './listings.js';
import { touchedIds } from '../../domain/changes.js';
import { readAncestors, walkUp, type Reader, type FolderAddress } from '../slices/read-folder.js';
import { readTrashWork } from '../trash/trash-rows.js';
import { withCounts } from './opened-elements.js';
import { presentElements } from '../element-view.js';
import { atOneMoment, shownVersion, versionFor } from './listing-rows.js';
import { openReader, reachName, ReaderWithin } from '../slices/require-within.js';

export interface TagCount {
  /** The most frequent spelling. */
  tag: string;
  count: number;
}

const maxSpellings = 10_000;

export async function listTags(catalog: Catalog, listings: Listings, account: Account): Promise<Buffer> {
  const { drive } = account;
  const version = await catalog.store.version(drive);
  const { bytes } = await listings.at(
    version,
    JSON.stringify([drive, 'tags', ...reachName(account)]),
    async () => {
      const survey = await openReader(catalog, account);
      const spellings = await spellingsIn(survey);
      const docs = Buffer.from(JSON.stringify(joined(spellings)).slice(1, -1));
      const counted = survey.state().version;
      const exact = (await catalog.store.version(drive)) === counted;
      return {
        version: counted,
        exact,
        bytes: answerBytes([docs], { version: shownVersion(catalog, counted) }),
      };
    },
  );
  return bytes;
}

const tagged = { words: { prefix: tagMark } };
/** A tag of more elements counts those of large deletions until they are purged. */
const MOST_WALKED = 10_000;

/** The words of large deletions stay, so their elements are found and have to be left out. */
async function spellingsIn(survey: CatalogSurvey): Promise<{ entry: string; count: number }[]> {
  const rows = (await mayHoldLarge(survey))
    ? await survey.find(tagged, { limit: MOST_WALKED + 1, order: 'any' })
    : [];
  if (rows.length === 0 || rows.length > MOST_WALKED) return survey.tally(tagged, 'tags', maxSpellings);
  const folders = await readAncestors(survey, rows);
  const counts = new Map<string, number>();
  for (const row of rows)
    if (walkUp(row, folders)) for (const tag of row.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const spellings = [...counts].map(([entry, count]) => ({ entry, count }));
  return spellings.toSorted((a, b) => b.count - a.count).slice(0, maxSpellings);
}

/** A deletion is counted after it is answered. */
async function mayHoldLarge(survey: CatalogSurvey): Promise<boolean> {
  if (survey.state().keptCount > limits.maxElementsPerTransaction) return true;
  return (await readTrashWork(survey)).some(({ kind }) => kind === 'count');
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

const eventsAtATime = 50;
/** The search for recent elements stops after this many events of deletions. */
const maxEventsBack = 5000;

/** Order: latest first. */
export async function listRecent(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  limit: number,
): Promise<Buffer> {
  const { store, opens } = catalog;
  const version = await store.version(account.drive);
  const name = JSON.stringify([account.drive, account.sub, 'recent', limit, ...reachName(account)]);
  const { bytes, ids = [] } = await listings.at(version, name, async () => {
    const docs = await lastTouched(catalog, account, version, limit);
    const exact = (await store.version(account.drive)) === version;
    const found = docs.map(({ _id }) => _id as ElementId);
    return { version, exact, ids: found, bytes: Buffer.from(JSON.stringify({ docs })) };
  });
  return ids.length === 0 ? bytes : withCounts(bytes, await opens.of(account.drive, ids));
}

async function lastTouched(
  { store }: Catalog,
  account: Account,
  version: number,
  limit: number,
): Promise<ElementView[]> {
  const reader = await openReader({ store }, account);
  const seen = new Set<string>();
  const found: ElementView[] = [];
  for (
    let end = version;
    end > 0 && found.length < limit && version - end < maxEventsBack;
    end -= eventsAtATime
  ) {
    const after = Math.max(0, end - eventsAtATime);
    const events = await store.events(account.drive, after, end - after);
    const ids = events.toReversed().flatMap(({ data }) => ownDoings(data));
    const fresh = [...new Set(ids)].filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    found.push(...(await inOrder(reader, fresh, account.sub, limit - found.length)));
  }
  return found;
}

/** Media's results are not the owner's doing. */
const ownDoings = (event: CatalogEvent): string[] =>
  event.type === 'catalog.elements.described' ? [] : touchedIds(event);

async function inOrder(
  reader: Reader,
  ids: readonly string[],
  user: string,
  wanted: number,
): Promise<ElementView[]> {
  const found: ElementView[] = [];
  const step = wanted * 2;
  for (let start = 0; start < ids.length && found.length < wanted; start += step) {
    const part = ids.slice(start, start + step);
    const present = new Map((await presentElements(reader, part, user)).map((each) => [each._id, each]));
    found.push(...part.flatMap((id) => present.get(id) ?? []));
  }
  return found.slice(0, wanted);
}

export interface FolderMeasure {
  size: number;
  count: number;
}

const foldersAtATime = 1000;

export async function measureFolder(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  address: FolderAddress,
): Promise<Buffer> {
  const version = await catalog.store.version(account.drive);
  const place = [address.folderId ?? null, address.url];
  const name = JSON.stringify([account.drive, 'measure', ...place, ...reachName(account)]);
  const { bytes } = await listings.at(version, name, async () => {
    const question = { address, defaultLinks: false };
    const measured = await atOneMoment(catalog, account, question, ({ survey, folder: { folderId } }) =>
      measure(survey, folderId),
    );
    const { value, exact, folder } = measured;
    const version = versionFor(catalog, account, measured.version);
    const answer = { folderId: folder.folderId, version, ...value };
    return { version: measured.version, exact, bytes: Buffer.from(JSON.stringify(answer)) };
  });
  return bytes;
}

async function measure(survey: CatalogSurvey, folderId: ElementId): Promise<FolderMeasure> {
  if (folderId === ROOT_ID && !(survey instanceof ReaderWithin)) {
    const { used, count } = survey.state();
    return { size: used, count };
  }
  const sum: FolderMeasure = { size: 0, count: 0 };
  let level = [folderId];
  for (let depth = 0; level.length > 0 && depth <= limits.maxDepth; depth += 1) {
    const below: ElementId[] = [];
    for (let start = 0; start < level.length; start += foldersAtATime) {
      const parents = { in: level.slice(start, start + foldersAtATime) };
      const [inside, folders] = await Promise.all([
        survey.total({ parentId: parents }, 'size'),
        survey.find({ parentId: parents, class: 'folder' }, { order: 'any' }),
      ]);
      sum.size += inside.sum;
      sum.count += inside.count;
      below.push(...folders.map(({ id }) => id));
    }
    level = below;
  }
  return sum;
}
