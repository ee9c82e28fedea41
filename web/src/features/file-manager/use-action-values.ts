import { useMemo, type RefObject } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { isReachable, useReachable } from '../../shared/connection/connection.js';
import { text } from '../../shared/messages/en.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { useSession } from '../../shared/session/current-session.js';
import type { ActionContext } from './actions/action.js';
import { useCompact } from '../../shared/dom/use-compact.js';
import { selectClipboard } from './clipboard/clipboard-slice.js';
import type { FolderListing } from './listing/use-listing.js';
import { sendElements } from './clipboard/send-elements.js';
import { startDownload } from '../../shared/files/start-download.js';
import { dialogOpened } from './state/overlay-slice.js';
import { selectView } from './state/view-slice.js';
import { selectSelection } from './state/selection-slice.js';

interface ActionSources {
  listing: FolderListing;
  goTo: (folder: string) => void;
  folderRef: RefObject<HTMLInputElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
}

type Deeds = Pick<ActionContext, 'send' | 'download' | 'pickFolder' | 'focusSearch'>;

const useDeeds = ({ folderRef, searchRef }: Pick<ActionSources, 'folderRef' | 'searchRef'>): Deeds => {
  const dispatch = useAppDispatch();
  return useMemo(
    () => ({
      send: async (sending) => {
        if (isReachable()) return dispatch(sendElements(sending));
        dispatch(toast.warning(text.actions.offline));
        return false;
      },
      download: (path) => {
        dispatch(dialogOpened({ kind: 'download' }));
        void startDownload(path);
      },
      pickFolder: () => folderRef.current?.click(),
      focusSearch: () => searchRef.current?.focus(),
    }),
    [dispatch, folderRef, searchRef],
  );
};

/** The same object while nothing changes. */
export const useActionValues = ({ listing, goTo, ...refs }: ActionSources): ActionContext => {
  const dispatch = useAppDispatch();
  const deeds = useDeeds(refs);
  const signedIn = useSession() !== null;
  const reachable = useReachable();
  const selectMode = useAppSelector((state) => selectView(state).selectMode);
  const clipboard = useAppSelector(selectClipboard);
  const compact = useCompact();
  const { ids } = useAppSelector(selectSelection);
  const { targetFolder, visible: elements, refresh } = listing;
  const selected = useMemo(() => ids.in(elements).elements(), [ids, elements]);
  const known = useMemo(
    () => ({ signedIn, reachable, targetFolder, elements, selected, selectMode, clipboard, compact }),
    [signedIn, reachable, targetFolder, elements, selected, selectMode, clipboard, compact],
  );
  return useMemo(
    () => ({ ...known, ...deeds, dispatch, goTo, refresh }),
    [known, deeds, dispatch, goTo, refresh],
  );
};
