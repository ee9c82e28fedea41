import type { ElementView } from '@skyshelf/contracts/browser';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { loadRest, useListFolderQuery } from '../../../shared/listings/listings-api.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import type { ApiError } from '../../../shared/api/api-error.js';
import { useSession } from '../../../shared/session/current-session.js';
import { presentChanged } from '../selection/selection.js';
import { FilteredListing, SortedListing } from './sorted-listing.js';
import { selectView } from '../state/view-slice.js';

export interface FolderListing {
  /** Null until the folder is known. */
  targetFolder: TargetFolder | null;
  all: readonly ElementView[];
  visible: readonly ElementView[];
  loading: boolean;
  error: ApiError | null;
  refresh: () => void;
}

const NONE: readonly ElementView[] = [];

export const useListing = (folder: string): FolderListing => {
  const dispatch = useAppDispatch();
  const signedIn = useSession() !== null;
  const { sort, query, tag } = useAppSelector(selectView);
  const { currentData, error, loading, refetch } = useListFolderQuery(folder, {
    skip: !signedIn,
    refetchOnMountOrArgChange: true,
    // Refetching shows nothing.
    selectFromResult: (result) => ({
      currentData: result.currentData,
      error: result.error,
      loading: !result.currentData && result.isFetching,
    }),
  });
  const refresh = useCallback(() => void refetch(), [refetch]);
  const all = currentData?.docs ?? NONE;
  const [{ sorting, filtering }] = useState(() => ({
    sorting: new SortedListing(),
    filtering: new FilteredListing(),
  }));
  const sorted = useMemo(() => sorting.of(all, sort), [sorting, all, sort]);
  const visible = useMemo(() => filtering.of(sorted, { query, tag }), [filtering, sorted, query, tag]);
  const partial = typeof currentData?.next === 'string';

  useEffect(() => void dispatch(presentChanged(visible)), [visible, dispatch]);
  useEffect(() => {
    if (!partial) return;
    const leaving = new AbortController();
    void dispatch(loadRest(folder, leaving.signal));
    return () => leaving.abort();
  }, [folder, partial, dispatch]);

  const folderId = currentData?.folderId;
  const targetFolder = useMemo(
    () => (folderId === undefined ? null : { url: folder, folderId }),
    [folder, folderId],
  );
  // What is held stays when a later answer fails, unless the folder is gone.
  const refusal = (error as ApiError | undefined) ?? null;
  return {
    targetFolder,
    all,
    visible,
    loading,
    error: currentData && refusal?.code !== 'folder.not-found' ? null : refusal,
    refresh,
  };
};
