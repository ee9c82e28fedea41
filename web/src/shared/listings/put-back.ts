import type { ElementView } from '@skyshelf/contracts/browser';
import type { AppThunk } from '../store/store.js';
import { applyChanges, cachedListings } from './listing-cache.js';
import { listingsApi } from './listings-api.js';

/** What others did to their folders since is asked for. */
export const putBack =
  (elements: readonly ElementView[]): AppThunk =>
  (dispatch, getState) => {
    dispatch(applyChanges({ elements, removed: [] }));
    const folders = new Set(elements.map(({ folderId }) => folderId));
    for (const { url, listing } of cachedListings(getState())) {
      if (!folders.has(listing.folderId)) continue;
      const options = { forceRefetch: true, subscribe: false };
      void dispatch(listingsApi.endpoints.listFolder.initiate(url, options));
    }
  };
