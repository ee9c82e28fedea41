import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useMemo } from 'react';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.js';
import { api, type Place } from '../../../shared/api/api.js';
import type { ApiError } from '../../../shared/api/api-error.js';
import { useSession } from '../../../shared/session/current-session.js';
import type { LiveChanges } from '../../live/live-changes.js';
import { presentChanged } from '../state/selection-slice.js';
import { filterElements, sortElements } from './visible-elements.js';

export interface FolderListing {
  /** Null until the folder is known. */
  place: Place | null;
  /** All elements of the folder. */
  all: readonly ElementView[];
  /** Those that pass the filter, sorted. */
  visible: readonly ElementView[];
  loading: boolean;
  error: ApiError | null;
  refresh: () => void;
}

const NONE: readonly ElementView[] = [];

/** The elements of a folder as they are now: kept up to date by commands and live changes. */
export const useListing = (folder: string, live: LiveChanges): FolderListing => {
  const dispatch = useAppDispatch();
  const signedIn = useSession() !== null;
  const { sort, query } = useAppSelector((state) => state.view);
  const { currentData, error, isFetching, refetch } = api.useListFolderQuery(folder, {
    skip: !signedIn,
    refetchOnMountOrArgChange: true,
  });
  const all = currentData?.docs ?? NONE;
  const sorted = useMemo(() => sortElements(all, sort), [all, sort]);
  const visible = useMemo(() => filterElements(sorted, query), [sorted, query]);

  const version = currentData?.version;
  useEffect(() => {
    if (version !== undefined) live.listed(version);
  }, [version, live]);
  useEffect(() => void dispatch(presentChanged(visible.map((element) => element._id))), [visible, dispatch]);

  const folderId = currentData?.folderId;
  const place = useMemo(
    () => (folderId === undefined ? null : { url: folder, folderId }),
    [folder, folderId],
  );
  return {
    place,
    all,
    visible,
    loading: !currentData && isFetching,
    error: currentData ? null : ((error as ApiError | undefined) ?? null),
    refresh: () => void refetch(),
  };
};
