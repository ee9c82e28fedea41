import type { RootState } from '../store/reducer.js';
import { api } from '../api/api.js';
import { answerOf } from '../api/query-fn.js';
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

/** Listings are patched by the answers of commands and by live changes (listing-cache.ts). */
export const listingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFolder: build.query({
      queryFn: (url: string, { signal, getState, queryCacheKey = '' }) =>
        answerOf(() => fetchListing(url, heldIn(getState(), queryCacheKey), signal)),
      merge: newerListing,
      providesTags: (listing) => (listing ? [folderTag(listing)] : []),
    }),
  }),
});
export const { useListFolderQuery } = listingsApi;
