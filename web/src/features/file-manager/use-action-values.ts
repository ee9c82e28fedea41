import { useMemo, type RefObject } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.js';
import { useSession } from '../../shared/session/current-session.js';
import type { ActionContext } from './actions/action.js';
import type { FolderListing } from './listing/use-listing.js';
import { selectView } from './state/view-slice.js';
import { selectSelection } from './state/selection-slice.js';

interface ActionSources {
  listing: FolderListing;
  goTo: (folder: string) => void;
  filesRef: RefObject<HTMLInputElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
}

/** What actions may know and do at this moment. */
export const useActionValues = ({ listing, goTo, filesRef, searchRef }: ActionSources): ActionContext => {
  const dispatch = useAppDispatch();
  const signedIn = useSession() !== null;
  const selectMode = useAppSelector((state) => selectView(state).selectMode);
  const selectedIds = useAppSelector((state) => selectSelection(state).ids);
  const { targetFolder, visible, refresh } = listing;
  const selected = useMemo(() => {
    const wanted = new Set(selectedIds);
    return wanted.size === 0 ? [] : visible.filter((element) => wanted.has(element._id));
  }, [selectedIds, visible]);
  return {
    signedIn,
    targetFolder,
    elements: visible,
    selected,
    selectMode,
    dispatch,
    goTo,
    refresh,
    pickFiles: () => filesRef.current?.click(),
    focusSearch: () => searchRef.current?.focus(),
  };
};
