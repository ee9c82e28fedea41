import type { ElementView } from '@skyshelf/contracts/browser';
import { text } from '../../shared/messages/en.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toast.js';
import { viewerOf } from './viewers/registry.js';
import { selectWindows, windowOpened } from './windows-slice.js';

/** Opens a file in a window. `visible`: the elements next to it, in their order, among which it may turn. */
export const openWindow =
  (element: ElementView, visible: readonly ElementView[]): AppThunk =>
  (dispatch, getState) => {
    const viewer = viewerOf(element);
    viewer.preload();
    const filesList = viewer.turnsToSiblings ? visible.filter((one) => viewerOf(one) === viewer) : [element];
    const again = selectWindows(getState()).stack.some((one) => one.element._id === element._id);
    dispatch(windowOpened({ element, filesList }));
    if (again) dispatch(toast.warning(text.windows.reopened));
  };
