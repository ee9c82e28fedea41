import type { ElementView } from '@skyshelf/contracts/browser';
import { useLocation } from 'wouter';
import { countOpening, opensInWindow, openWindow } from '../../windows/public.js';
import { isReachable } from '../../../shared/connection/connection.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import type { ActionContext } from './action.js';
import { addressOfFolder } from '../folder/folder-path.js';
import { useAppDispatch } from '../../../shared/store/store.js';

/** Whatever an address says, only these open as a page. */
const PAGE = /^(https?|ftp):\/\//i;

export const openElement = (
  element: ElementView,
  {
    goTo,
    targetFolder,
    elements,
    dispatch,
  }: Pick<ActionContext, 'goTo' | 'targetFolder' | 'elements' | 'dispatch'>,
): void => {
  if (isFolder(element)) {
    if (targetFolder) goTo(`${targetFolder.url}${element.linkname}/`);
    return;
  }
  if (opensInWindow(element)) {
    if (!isReachable()) return void dispatch(toast.info(text.actions.offlineFile));
    dispatch(openWindow(element, elements));
    return;
  }
  if (!element.linkurl || !PAGE.test(element.linkurl)) return;
  window.open(element.linkurl, '_blank', 'noopener');
  countOpening(element);
};

export const useOpenFound = (): ((element: ElementView) => void) => {
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  return (element) =>
    openElement(element, {
      dispatch,
      elements: [element],
      targetFolder: { url: element.path, folderId: element.folderId },
      goTo: (folder) => navigate(addressOfFolder(folder)),
    });
};
