import type { ElementView } from '@skyshelf/contracts/browser';
import { type AppThunk, type RootState, useAppSelector } from '../store/store.js';
import { callApi } from '../api/call-api.js';
import { answerOf } from '../api/api.js';
import { folderTag, type Listing, listingsApi, PAGE_ELEMENTS } from './listings-api.js';
import { changedListing, type Changes, indexOfId, MUST_LIST_AGAIN } from './listing.js';
import { movedFolders, pathAfter, notifyMovedFolders } from './moved-folders.js';

interface CachedListing {
  url: string;
  listing: Listing;
}

const known = new WeakMap<object, readonly CachedListing[]>();

/** The same list while no query changes: selectors ask for it after every dispatch. */
export const cachedListings = (state: RootState): readonly CachedListing[] => {
  const { queries } = state[listingsApi.reducerPath];
  const found =
    known.get(queries) ??
    listingsApi.util.selectCachedArgsForQuery(state, 'listFolder').flatMap((url) => {
      const { data: listing } = listingsApi.endpoints.listFolder.select(url)(state);
      return listing ? [{ url, listing }] : [];
    });
  known.set(queries, found);
  return found;
};

/** Null while none is held. Without those to be listed again. */
export const oldestListedVersion = (state: RootState): number | null => {
  const versions = cachedListings(state).flatMap(({ listing: { version } }) =>
    version < 0 ? [] : [version],
  );
  return versions.length > 0 ? Math.min(...versions) : null;
};

/** Changes that a listing shows are left out. A moved folder's listing is held at its new path too. */
export const applyChanges =
  (changes: Changes): AppThunk =>
  (dispatch, getState) => {
    const held = cachedListings(getState());
    const moves = movedFolders(held, changes);
    for (const { url, listing } of held) {
      if (changes.version !== undefined && changes.version <= listing.version) continue;
      const next = changedListing(listing, changes);
      if (next !== listing) dispatch(listingsApi.util.updateQueryData('listFolder', url, () => next));
      const path = pathAfter(url, moves);
      if (path !== url) dispatch(heldAt(path, next));
    }
    if (moves.length > 0) notifyMovedFolders(moves);
  };

/** Without its tag, so that it comes whole: its own path is old. */
const heldAt = (path: string, { tag: _, ...listing }: Listing) =>
  listingsApi.util.upsertQueryEntries([
    {
      endpointName: 'listFolder',
      arg: path,
      value: { ...listing, docs: listing.docs.map((doc) => ({ ...doc, path })) },
    },
  ]);

/** The shown one is asked for again and says so; others are let go. */
export const dropDeletedFolders =
  ({ removed }: Changes): AppThunk =>
  (dispatch, getState) => {
    const held = cachedListings(getState());
    const gone = held.filter(({ listing }) => removed.includes(listing.folderId));
    const within = held.filter(({ url }) => gone.some((folder) => url.startsWith(folder.url)));
    if (within.length > 0)
      dispatch(listingsApi.util.invalidateTags(within.map(({ listing }) => folderTag(listing))));
  };

/** Explicitly: catalog hears of the account's setting a moment later. */
export const showDefaultElements =
  (defaultLinks: boolean): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (!cachedListings(getState()).some(({ url }) => url === '/')) return;
    const body = { url: '/', limit: PAGE_ELEMENTS, defaultLinks };
    const { data } = await answerOf(() => callApi('listFolder', { body }));
    // Else it is listed when opened.
    if (data) await dispatch(listingsApi.util.upsertQueryData('listFolder', '/', { ...data, tag: null }));
  };

/** Answers the least version, null when none is held. */
export const reloadListings = (): AppThunk<Promise<number | null>> => async (dispatch, getState) => {
  const relist = async ({ url }: CachedListing): Promise<number[]> => {
    // An older answer would be left out: declare what is held void.
    dispatch(
      listingsApi.util.updateQueryData('listFolder', url, (held) => void (held.version = MUST_LIST_AGAIN)),
    );
    const options = { forceRefetch: true, subscribe: false };
    const { data, error } = await dispatch(listingsApi.endpoints.listFolder.initiate(url, options));
    return error || !data ? [] : [data.version];
  };
  const versions = (await Promise.all(cachedListings(getState()).map(relist))).flat();
  return versions.length > 0 ? Math.min(...versions) : null;
};

/** Falls back to the given element. */
export const useListedElement = (element: ElementView): ElementView =>
  useAppSelector((state) => {
    for (const { listing } of cachedListings(state)) {
      const listed = listing.docs[indexOfId(listing.docs, element._id)];
      if (listed) return listed;
    }
    return element;
  });

/** Fetches what others have changed in these folders since. */
export const restoreElements =
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
