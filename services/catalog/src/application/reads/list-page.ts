import type { ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { Account, Catalog } from '../catalog.js';
import {
  answerBytes,
  listedView,
  separateBytes,
  type Listing,
  type Listings,
  type LoadedListing,
  type Pages,
} from './listings.js';
import {
  cursorText,
  readCursor,
  naturalOrderLimit,
  placing,
  type ListingOrder,
  type Placed,
} from './listing-order.js';
import { listSmallFolder, type TaggedListing } from './list-folder.js';
import {
  listingTag,
  versionFor,
  questionName,
  type ListingQuestion,
  atOneMoment,
  readAtMost,
  type Listed,
  pageByKey,
} from './listing-rows.js';
import { counted, withCounts } from './opened-elements.js';

export interface PageRequest {
  limit: number;
  /** The `next` of the previous page. */
  after?: string | undefined;
}

interface Page {
  bytes: Buffer;
  version: number;
}

interface PageEnd {
  folderId: string;
  version: number;
  next: string | null;
  /** By name in very large folders, whatever was asked for. */
  sort: ListingOrder['sort'];
  direction: ListingOrder['direction'];
}

interface CutPage {
  docs: Buffer;
  ids: ElementId[];
  end: PageEnd;
}

/** An element that stays comes exactly once, whatever is added and removed between the pages. */
export async function listPage(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  question: ListingQuestion,
  { limit, after }: PageRequest,
): Promise<TaggedListing> {
  if (after === undefined) {
    const whole = await listSmallFolder(catalog, listings, account, question, limit);
    if (whole) return whole;
  }
  // Before the counters, so that the tag never names newer ones.
  const opened = await catalog.opens.revision(account.drive);
  const { bytes, version } = await cutPage(catalog, listings, account, question, { limit, after });
  const name = questionName(account, question, 'page', String(limit), after ?? '');
  return { bytes, tag: listingTag(account, { version, opened, name, bytes }) };
}

async function cutPage(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  question: ListingQuestion,
  { limit, after }: PageRequest,
): Promise<Page> {
  const cursor = after === undefined ? null : readCursor(after, question.order);
  const last = cursor?.last ?? null;
  if (cursor?.letters) return largePage(catalog, account, question, limit, last);
  const version = await catalog.store.version(account.drive);
  const sortedUpTo = (most: number) =>
    listings.at(version, questionName(account, question, 'pages', String(most)), () =>
      loadPages(catalog, account, question, most),
    );
  let listing = await sortedUpTo(naturalOrderLimit);
  // Pages begun in natural order go on so while the folder grows.
  if (cursor && !listing.pages?.places) listing = await sortedUpTo(naturalOrderLimit * 2);
  if (!listing.pages?.places) return largePage(catalog, account, question, limit, last);
  const shown = { ...listing, version: versionFor(catalog, account, listing.version) };
  const page = cutOut(shown, listing.pages, listing.pages.places, question.order, limit, last);
  const counts = await catalog.opens.of(account.drive, page.ids);
  return pageOf([withCounts(page.docs, counts)], page.end);
}

async function loadPages(
  catalog: Catalog,
  account: Account,
  question: ListingQuestion,
  most: number,
): Promise<LoadedListing> {
  const { value, version, exact, folder } = await atOneMoment(catalog, account, question, (open) =>
    readAtMost(open, most),
  );
  const elements = value?.toSorted(placing(question.order)) ?? null;
  const { bytes, starts } = await separateBytes(elements ?? [], folder, account.sub);
  const pages = { folderId: folder.folderId, places: elements?.map(placeOf) ?? null, starts };
  return { version, exact, bytes, pages };
}

const placeOf = ({
  id,
  class: each,
  name,
  nameKey,
  kind,
  extension,
  size,
  born,
  modified,
}: Listed): Placed => ({
  id,
  class: each,
  name,
  nameKey,
  kind,
  extension,
  size,
  born,
  modified,
});

function cutOut(
  { bytes, version }: Listing,
  { folderId, starts }: Pages,
  places: readonly Placed[],
  order: ListingOrder,
  limit: number,
  last: Placed | null,
): CutPage {
  const from = last ? firstBehind(places, last, order) : 0;
  const to = Math.min(places.length, from + limit);
  const docs = bytes.subarray(starts[from], Math.max(starts[from] ?? 0, (starts[to] ?? 0) - 1));
  const behind = to < places.length ? places[to - 1] : undefined;
  const next = behind ? cursorText({ order, letters: false, last: behind }) : null;
  const ids = places.slice(from, to).map(({ id }) => id as ElementId);
  return { docs, ids, end: { folderId, version, next, ...order } };
}

function firstBehind(places: readonly Placed[], last: Placed, order: ListingOrder): number {
  const compare = placing(order);
  let from = 0;
  let to = places.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const place = places[middle];
    if (place && compare(place, last) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

async function largePage(
  catalog: Catalog,
  account: Account,
  question: ListingQuestion,
  limit: number,
  last: Placed | null,
): Promise<Page> {
  const { direction } = question.order.sort === 'name' ? question.order : { direction: 'asc' as const };
  const { value, version, folder } = await atOneMoment(catalog, account, question, (open) =>
    pageByKey(open, { limit: limit + 1, last, descending: direction === 'desc' }),
  );
  const shown: (CatalogRow | Listed)[] = value.slice(0, limit);
  const views = shown.map((each) => listedView(each, folder, account.sub));
  const docs = JSON.stringify(await counted(catalog, account.drive, views)).slice(1, -1);
  const end = value.length > limit ? shown.at(-1) : undefined;
  const next = end ? cursorText({ order: question.order, letters: true, last: placeOf(end) }) : null;
  return pageOf([Buffer.from(docs)], {
    folderId: folder.folderId,
    version: versionFor(catalog, account, version),
    next,
    sort: 'name',
    direction,
  });
}

const pageOf = (docs: readonly Buffer[], end: PageEnd): Page => ({
  bytes: answerBytes(docs, end),
  version: end.version,
});
