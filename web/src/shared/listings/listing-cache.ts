import type { AppThunk, RootState } from '../store/store.js';
import { api, type Listing } from '../api/api.js';
import { changedListing, type Changes } from './listing-changes.js';

interface CachedListing {
  url: string;
  listing: Listing;
}

/** Every folder listing that the browser holds at the moment. */
export const cachedListings = (state: RootState): CachedListing[] =>
  Object.values(state.api.queries).flatMap((entry) => {
    const url: unknown = entry?.originalArgs;
    if (entry?.endpointName !== 'listFolder' || typeof url !== 'string' || !entry.data) return [];
    return [{ url, listing: entry.data as Listing }];
  });

/** Brings every cached listing up to date. A change that a listing already shows is left out. */
export const applyChanges =
  (changes: Changes): AppThunk =>
  (dispatch, getState) => {
    for (const { url, listing } of cachedListings(getState())) {
      if (changes.version !== undefined && changes.version <= listing.version) continue;
      const next = changedListing(listing, changes);
      if (next !== listing) dispatch(api.util.updateQueryData('listFolder', url, () => next));
    }
  };

/**
 * Lists every folder that is held again, whatever version it shows.
 * Answers the least version of them, null when none is held any more.
 */
export const relistAll = (): AppThunk<Promise<number | null>> => async (dispatch, getState) => {
  const relist = async ({ url }: CachedListing): Promise<number[]> => {
    // An answer older than what is held would be left out: say that what is held counts for nothing.
    dispatch(api.util.updateQueryData('listFolder', url, (held) => void (held.version = -1)));
    const options = { forceRefetch: true, subscribe: false };
    const { data, error } = await dispatch(api.endpoints.listFolder.initiate(url, options));
    return error || !data ? [] : [data.version];
  };
  const versions = (await Promise.all(cachedListings(getState()).map(relist))).flat();
  return versions.length > 0 ? Math.min(...versions) : null;
};
