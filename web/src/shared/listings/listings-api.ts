import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import type { RootState } from '../store/store.js';
import { api } from '../api/api.js';
import { answerOf } from '../api/query-fn.js';
import { isAway, type ApiError } from '../api/api-error.js';
import { markedDrive, ownDrive } from '../offline/marker.js';
import { report } from '../report.js';
import { fetchListing } from './fetch-listing.js';
import type { Listing } from './listing.js';

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
