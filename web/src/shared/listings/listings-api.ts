import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import type { RootState } from '../store/reducer.js';
import { api } from '../api/api.js';
import { isAway, type ApiError } from '../api/api-error.js';
import { answerOf } from '../api/query-fn.js';
import { markedDrive, ownDrive } from '../offline/marker.js';
import { report } from '../report.js';
import { fetchListing } from './fetch-listing.js';
import type { Listing } from './listing.js';

export type { Listing } from './listing.js';

/** What is held of a folder at this moment; spelt out, because the endpoint can't ask itself. */
const heldIn = (state: unknown, key: string): Listing | undefined =>
  (state as RootState).api.queries[key]?.data as Listing | undefined;

/** Names the folder itself, whatever its address is. */
export const folderTag = ({ folderId }: Listing) => ({ type: 'folder' as const, id: folderId });

/** An answer that was overtaken by live changes must not undo them. */
const newerListing = (held: Listing, answered: Listing): Listing | void =>
  answered.version < held.version ? undefined : answered;

/** A folder of which nothing is held and that does not come: as it was shown last, where that was kept. */
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

/** Listings are patched by the answers of commands and by live changes (listing-cache.ts). */
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
