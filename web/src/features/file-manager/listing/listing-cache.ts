import type { AppThunk, RootState } from '../../../app/store.js';
import { api, type Listing } from '../../../shared/api/api.js';
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

/** Lists every folder on the screen again; the others are forgotten. */
export const relistAll = (): AppThunk => (dispatch, getState) => {
  for (const { url } of cachedListings(getState())) {
    void dispatch(api.endpoints.listFolder.initiate(url, { forceRefetch: true, subscribe: false }));
  }
};
