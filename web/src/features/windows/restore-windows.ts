import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect } from 'react';
import { listingsApi } from '../../shared/listings/listings-api.js';
import { useCompact } from '../../shared/dom/use-compact.js';
import { useAppDispatch } from '../../shared/store/hooks.js';
import type { AppThunk } from '../../shared/store/store.js';
import { rememberedWindows } from './remembered-windows.js';
import { windowsRestored } from './windows-slice.js';

/** Opens again what was open when the page was left, as far as it still exists. */
export const restoreWindows = (): AppThunk<Promise<void>> => async (dispatch) => {
  const remembered = rememberedWindows();
  const paths = [...new Set(remembered.map(({ path }) => path))];
  const listings = await Promise.all(
    paths.map((path) => dispatch(listingsApi.endpoints.listFolder.initiate(path, { subscribe: false }))),
  );
  const elements = new Map<string, ElementView>(
    listings.flatMap(({ data }) => data?.docs ?? []).map((element) => [element._id, element]),
  );
  const restored = remembered.flatMap(({ elementId, siblings, frame, minimized, maximized, side }) => {
    const element = elements.get(elementId);
    if (!element) return [];
    const filesList = siblings.flatMap((id) => elements.get(id) ?? []);
    return [
      { element, filesList: filesList.length > 0 ? filesList : [element], frame, minimized, maximized, side },
    ];
  });
  if (restored.length > 0) dispatch(windowsRestored(restored));
};

let isDone = false;

/** Once a page. */
export const useRestoredWindows = (): void => {
  const dispatch = useAppDispatch();
  const compact = useCompact();
  useEffect(() => {
    if (isDone || compact) return;
    isDone = true;
    void dispatch(restoreWindows());
  }, [dispatch, compact]);
};
