import type { RootState } from '../store/reducer.js';
import type { AppThunk } from '../store/store.js';
import { callApi } from '../api/call-api.js';
import { answerOf } from '../api/query-fn.js';
import { PAGE_ELEMENTS } from './fetch-listing.js';
import { folderTag, listingsApi, type Listing } from './listings-api.js';
import { MUST_LIST_AGAIN } from './listing.js';
import { changedListing, type Changes } from './listing-changes.js';
import { movedFolders, pathAfter, tellMovedFolders } from './moved-folders.js';

interface CachedListing {
  url: string;
  listing: Listing;
}

/** Every folder listing that the browser holds at the moment. */
export const cachedListings = (state: RootState): CachedListing[] =>
  listingsApi.util.selectCachedArgsForQuery(state, 'listFolder').flatMap((url) => {
    const { data: listing } = listingsApi.endpoints.listFolder.select(url)(state);
    return listing ? [{ url, listing }] : [];
  });

/** The newest version of the drive that a listing shows; 0 while none is held. */
export const knownVersion = (state: RootState): number =>
  Math.max(0, ...cachedListings(state).map(({ listing }) => listing.version));

/**
 * The version that every listing has reached; null while none is held. One that must be listed again does not count.
 */
export const leastListedVersion = (state: RootState): number | null => {
  const versions = cachedListings(state).flatMap(({ listing: { version } }) =>
    version < 0 ? [] : [version],
  );
  return versions.length > 0 ? Math.min(...versions) : null;
};

/**
 * Brings every cached listing up to date. A change that a listing already shows is left out. What is held of a folder
 * that moved is held at its new path too.
 */
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
    if (moves.length > 0) tellMovedFolders(moves);
  };

/** Without its tag, so that it is asked for whole: what it says of its own path is of before. */
const heldAt = (path: string, { tag: _, ...listing }: Listing) =>
  listingsApi.util.upsertQueryEntries([
    {
      endpointName: 'listFolder',
      arg: path,
      value: { ...listing, docs: listing.docs.map((doc) => ({ ...doc, path })) },
    },
  ]);

/**
 * Folders that are gone, with those below them: the one that is shown is asked for again, so that it says so; the
 * others are let go.
 */
export const dropGoneFolders =
  ({ removed }: Changes): AppThunk =>
  (dispatch, getState) => {
    const held = cachedListings(getState());
    const gone = held.filter(({ listing }) => removed.includes(listing.folderId));
    const within = held.filter(({ url }) => gone.some((folder) => url.startsWith(folder.url)));
    if (within.length > 0)
      dispatch(listingsApi.util.invalidateTags(within.map(({ listing }) => folderTag(listing))));
  };

/**
 * Lists the root, where it is held, with the built-in elements or without. A listing that doesn't say so shows what the
 * account has stored, which catalog hears of a moment later.
 */
export const showDefaultElements =
  (defaultLinks: boolean): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (!cachedListings(getState()).some(({ url }) => url === '/')) return;
    const body = { url: '/', limit: PAGE_ELEMENTS, defaultLinks };
    const { data } = await answerOf(() => callApi('listFolder', { body }));
    // What can't be listed now is when the folder is opened.
    if (data) await dispatch(listingsApi.util.upsertQueryData('listFolder', '/', { ...data, tag: null }));
  };

/**
 * Lists every folder that is held again, whatever version it shows.
 * Answers the least version of them, null when none is held any more.
 */
export const relistAll = (): AppThunk<Promise<number | null>> => async (dispatch, getState) => {
  const relist = async ({ url }: CachedListing): Promise<number[]> => {
    // An answer older than what is held would be left out: say that what is held counts for nothing.
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
