import type { ElementView } from '@skyshelf/contracts/browser';
import type { AppThunk } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { windowOpened } from '../../windows/windows-slice.js';
import { isFolder, kindOf } from '../../../shared/kinds/kind-of.js';
import type { ActionContext } from './action.js';

/** Only these may be opened as a page, whatever an address says. */
const PAGE = /^(https?|ftp):\/\//i;

const openPreview =
  (element: ElementView, filesList: ElementView[]): AppThunk =>
  (dispatch, getState) => {
    const again = getState().windows.stack.some((one) => one.element._id === element._id);
    dispatch(windowOpened({ element, filesList }));
    if (again) dispatch(toast.warning(text.windows.reopened));
  };

/** A folder opens in place, a website in a new tab, a file in a window with its siblings of the same kind. */
export const openElement = (
  element: ElementView,
  { goTo, place, elements, dispatch }: Pick<ActionContext, 'goTo' | 'place' | 'elements' | 'dispatch'>,
): void => {
  if (isFolder(element)) {
    if (place) goTo(`${place.url}${element.linkname}/`);
    return;
  }
  const kind = kindOf(element);
  if (kind === 'website') {
    if (element.linkurl && PAGE.test(element.linkurl)) window.open(element.linkurl, '_blank', 'noopener');
    return;
  }
  const siblings = kind === 'image' ? elements.filter((one) => kindOf(one) === 'image') : [element];
  dispatch(openPreview(element, siblings));
};
