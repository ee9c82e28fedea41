import type { ElementView } from '@skyshelf/contracts/browser';
import { text } from '../../shared/messages/en.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toast.js';
import { countOpening } from './count-opening.js';
import { viewerOf } from './viewers/registry.js';
import { viewportSize } from './viewport.js';
import { initialFrame } from './window-size.js';
import { rememberedSize } from './window-sizes.js';
import { selectWindows, windowOpened } from './windows-slice.js';

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
