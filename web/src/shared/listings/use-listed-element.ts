import type { ElementView } from '@skyshelf/contracts/browser';
import { useAppSelector } from '../store/hooks.js';
import { cachedListings } from './listing-cache.js';
import { indexOfId } from './index-of-id.js';

/** Else as given. */
export const useListedElement = (element: ElementView): ElementView =>
  useAppSelector((state) => {
    for (const { listing } of cachedListings(state)) {
      const listed = listing.docs[indexOfId(listing.docs, element._id)];
      if (listed) return listed;
    }
    return element;
  });
