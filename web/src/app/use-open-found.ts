import type { ElementView } from '@skyshelf/contracts/browser';
import { useLocation } from 'wouter';
import { openElement } from '../features/file-manager/actions/open-element.js';
import { addressOfFolder } from '../features/file-manager/folder/folder-path.js';
import { useAppDispatch } from '../shared/store/store.js';

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
