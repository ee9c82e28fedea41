import { copyWithStructuralSharing } from '@reduxjs/toolkit/query/react';
import { limits } from '@skyshelf/contracts/browser';
import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import { callApi, callApiUnlessKnown } from '../api/call-api.js';
import { changedListing, type Listing, MUST_LIST_AGAIN, tagOf } from './listing.js';
import type { RootState } from '../store/store.js';
import { answerOf, api } from '../api/api.js';
import { type ApiError, isAway } from '../api/api-error.js';
import { markedDrive, ownDrive } from '../offline/marker.js';
import { report } from '../report.js';

/** The rest of a folder follows (load-rest.ts). */
export const PAGE_ELEMENTS = limits.maxPageElements;

const isLarge = ({ docs, next }: Listing): boolean => docs.length > PAGE_ELEMENTS || typeof next === 'string';

/**
 * Not sent again while still true; large ones by their changes.
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
  if (!answered.error || !isAway(answered.error) || drive === null || markedDrive() !== drive)
    return answered;
  const { keptListing } = await import('../offline/kept-listings.js');
  const kept = await keptListing(drive, url).catch((failure: unknown) => {
    report('What was kept of a folder could not be read', failure);
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
