import { copyWithStructuralSharing } from '@reduxjs/toolkit/query/react';
import { type Answer, type ElementView, limits } from '@skyshelf/contracts/browser';
import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import { callApi, callApiUnlessKnown } from '../api/call-api.js';
import { changedListing, type Listing, MUST_LIST_AGAIN, tagOf } from './listing.js';
import type { AppThunk, RootState } from '../store/store.js';
import { answerOf, api } from '../api/api.js';
import { type ApiError, isUnreachable } from '../api/api-error.js';
import { markedDrive, ownDrive } from '../offline/marker.js';
import { logError } from '../log-error.js';
import { pauseBeforeTry } from '../api/repeat-while-passing.js';

/** The rest of a folder follows (`loadRest`). */
export const PAGE_ELEMENTS = limits.maxPageElements;

const isLarge = ({ docs, next }: Listing): boolean => docs.length > PAGE_ELEMENTS || typeof next === 'string';

/**
 * Sends nothing while the listing is current; large ones follow their changes.
 * @throws {ApiFailure} a refusal, or no answer after all tries
 */
export const fetchListing = async (
  url: string,
  held: Listing | undefined,
  signal: AbortSignal,
): Promise<Listing> => {
  const input = { body: { url, limit: PAGE_ELEMENTS } };
  const came = await callApiUnlessKnown('listFolder', input, held && tagOf(held), { signal });
  if (!came) return held ?? fetchListing(url, undefined, signal);
  const listed: Listing = { ...came.answer, tag: came.tag };
  if (held?.folderId !== listed.folderId) return listed;
  if (!isLarge(held) || !isLarge(listed)) return copyWithStructuralSharing(held, listed);
  return (await caughtUp(held, signal, came.tag)) ?? listed;
};

/** Null when the server can't say what changed since. */
const caughtUp = async (held: Listing, signal: AbortSignal, tag: string | null): Promise<Listing | null> => {
  if (held.version === MUST_LIST_AGAIN) return null;
  const query = { since: String(held.version) };
  const changes = await callApi('changes', { query }, { signal });
  return changes.resync ? null : { ...changedListing(held, changes), tag };
};

export type { Listing } from './listing.js';

/** Spelt out: the endpoint can't ask itself. */
const heldIn = (state: unknown, key: string): Listing | undefined =>
  (state as RootState).api.queries[key]?.data as Listing | undefined;

/** Names the folder itself, whatever its address is. */
export const folderTag = ({ folderId }: Listing) => ({ type: 'folder' as const, id: folderId });

/** An overtaken answer must not undo live changes. */
const newerListing = (held: Listing, answered: Listing): Listing | void =>
  answered.version < held.version ? undefined : answered;

/** As last shown, where that was kept. */
const orKept = async (
  url: string,
  answered: QueryReturnValue<Listing, ApiError, undefined>,
): Promise<QueryReturnValue<Listing, ApiError, undefined>> => {
  const drive = ownDrive();
  if (!answered.error || !isUnreachable(answered.error) || drive === null || markedDrive() !== drive)
    return answered;
  const { keptListing } = await import('../offline/kept-listings.js');
  const kept = await keptListing(drive, url).catch((failure: unknown) => {
    logError('What was kept of a folder could not be read', failure);
    return null;
  });
  return kept ? { data: kept } : answered;
};

/** Patched by commands' answers and live changes (listing-cache.ts). */
export const listingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFolder: build.query({
      queryFn: async (url: string, { signal, getState, queryCacheKey = '' }) => {
        const held = heldIn(getState(), queryCacheKey);
        const answered = await answerOf(() => fetchListing(url, held, signal));
        return held ? answered : orKept(url, answered);
      },
      merge: newerListing,
      providesTags: (listing) => (listing ? [folderTag(listing)] : []),
    }),
  }),
});
export const { useListFolderQuery } = listingsApi;

type Page = Answer<'listFolder'>;

const TRIES = 6;

/** Keeps elements that live changes have brought. */
const withPages = (held: Listing, pages: readonly Page[]): Listing => {
  const known = new Set(held.docs.map(({ _id }) => _id));
  const more: ElementView[] = [];
  for (const { docs } of pages) for (const doc of docs) if (!known.has(doc._id)) more.push(doc);
  return {
    ...held,
    docs: [...held.docs, ...more],
    // What changed since is asked for again.
    version: Math.min(held.version, ...pages.map(({ version }) => version)),
    next: pages.at(-1)?.next ?? null,
  };
};

/** Drawn again only after as much as is shown has come: costs little more than its largest part. */
export const loadRest =
  (url: string, signal: AbortSignal): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const held = (): Listing | undefined => listingsApi.endpoints.listFolder.select(url)(getState()).data;
    let from = held()?.next;
    let after = held()?.next;
    let pages: Page[] = [];
    for (;;) {
      const listing = held();
      if (!listing?.next) return;
      // It was listed from the beginning in the meantime.
      if (listing.next !== from) [from, after, pages] = [listing.next, listing.next, []];
      const page = await nextPage(url, listing.folderId, after ?? '', signal);
      if (!page) return;
      pages.push(page);
      after = page.next;
      const came = pages.reduce((sum, { docs }) => sum + docs.length, 0);
      const now = held();
      if (now?.next !== from || (after && came < now.docs.length)) continue;
      const next = withPages(now, pages);
      dispatch(listingsApi.util.updateQueryData('listFolder', url, () => next));
      from = after;
      pages = [];
    }
  };

/** Null when aborted or absent. */
const nextPage = async (
  url: string,
  folderId: string,
  after: string,
  signal: AbortSignal,
): Promise<Page | null> => {
  const input = { body: { url, folderId, limit: PAGE_ELEMENTS, after } };
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      const page = await callApi('listFolder', input, { signal });
      return signal.aborted ? null : page;
    } catch (failure) {
      if (signal.aborted) return null;
      if (attempt === TRIES) logError('The rest of a folder could not be loaded', failure);
      if (attempt === TRIES) return null;
      await pauseBeforeTry(attempt, signal);
    }
  }
  return null;
};
