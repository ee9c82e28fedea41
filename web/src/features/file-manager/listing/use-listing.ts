import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useMemo } from 'react';
import { useAppDispatch, useAppSelector } from '../../../shared/store/hooks.js';
import { useListFolderQuery } from '../../../shared/listings/listings-api.js';
import type { TargetFolder } from '../../../shared/api/target-folder.js';
import type { ApiError } from '../../../shared/api/api-error.js';
import { useSession } from '../../../shared/session/current-session.js';
import { presentChanged } from '../state/selection-slice.js';
import { filterElements, sortElements } from './visible-elements.js';
import { selectView } from '../state/view-slice.js';

export interface FolderListing {
  /** Null until the folder is known. */
  targetFolder: TargetFolder | null;
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
export const useListing = (folder: string): FolderListing => {
  const dispatch = useAppDispatch();
  const signedIn = useSession() !== null;
  const { sort, query } = useAppSelector(selectView);
  const { currentData, error, isFetching, refetch } = useListFolderQuery(folder, {
    skip: !signedIn,
    refetchOnMountOrArgChange: true,
  });
  const all = currentData?.docs ?? NONE;
  const sorted = useMemo(() => sortElements(all, sort), [all, sort]);
  const visible = useMemo(() => filterElements(sorted, query), [sorted, query]);

  useEffect(() => void dispatch(presentChanged(visible.map((element) => element._id))), [visible, dispatch]);

  const folderId = currentData?.folderId;
  const targetFolder = useMemo(
    () => (folderId === undefined ? null : { url: folder, folderId }),
    [folder, folderId],
  );
  return {
    targetFolder,
    all,
    visible,
    loading: !currentData && isFetching,
    error: currentData ? null : ((error as ApiError | undefined) ?? null),
    refresh: () => void refetch(),
  };
};
