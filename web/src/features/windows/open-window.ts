import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect } from 'react';
import { text } from '../../shared/messages/en.js';
import { type AppThunk, useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { callApi } from '../../shared/api/call-api.js';
import { report } from '../../shared/report.js';
import { viewerOf } from './viewers/registry.js';
import { initialFrame, rememberedSize, viewportSize } from './window-size.js';
import { selectWindows, windowOpened, windowsRestored } from './windows-slice.js';
import { listingsApi } from '../../shared/listings/listings-api.js';
import { useCompact } from '../../shared/dom/media-queries.js';
import { rememberedWindows } from './remembered-windows.js';

/** @param visible the elements it may turn to, in order */
export const openWindow =
  (element: ElementView, visible: readonly ElementView[]): AppThunk =>
  (dispatch, getState) => {
    const viewer = viewerOf(element);
    viewer.preload();
    const filesList = viewer.turnsToSiblings ? visible.filter((one) => viewerOf(one) === viewer) : [element];
    const { stack } = selectWindows(getState());
    const frame = initialFrame({
      content: viewer.initialSize(element),
      remembered: rememberedSize(viewer.name),
      viewport: viewportSize(),
      nth: stack.length,
      random: [Math.random(), Math.random()],
    });
    dispatch(windowOpened({ element, filesList, frame }));
    countOpening(element);
    if (stack.some((one) => one.element._id === element._id)) dispatch(toast.warning(text.windows.reopened));
  };

/** Fire and forget. */
export const countOpening = ({ _id, default: isBuiltIn, linktype }: ElementView): void => {
  if (isBuiltIn || linktype === 'news') return;
  void callApi('countOpening', { body: { _id } }).catch((failure: unknown) =>
    report('An opening could not be counted', failure),
  );
};

const restoreWindows = (): AppThunk<Promise<void>> => async (dispatch) => {
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
