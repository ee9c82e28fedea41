import type { ElementView } from '@skyshelf/contracts/browser';
import { nameKey } from '@skyshelf/contracts/rules';
import type { TargetFolder } from '../../../shared/api/target-folder.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { applyChanges, cachedListings } from '../../../shared/listings/listing-cache.js';
import type { AppThunk } from '../../../shared/store/store.js';

const placeOf = (element: ElementView): string => `${isFolder(element)} ${nameKey(element.linkname)}`;

/** Shows elements where they are being moved, before the server says so; not those whose name is seen to be taken there. */
export const showMoved =
  (elements: readonly ElementView[], to: TargetFolder): AppThunk =>
  (dispatch, getState) => {
    const listings = cachedListings(getState()).map(({ listing }) => listing);
    const target = listings.find(({ folderId }) => folderId === to.folderId);
    const taken = new Set(target?.docs.map(placeOf));
    const moved = elements
      .filter((element) => !taken.has(placeOf(element)))
      .map((element) => ({ ...element, folderId: to.folderId, path: to.url }));
    dispatch(applyChanges({ elements: moved, removed: [] }));
  };
