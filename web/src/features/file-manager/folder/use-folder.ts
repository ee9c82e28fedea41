import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { scrolledPx } from '../../../shared/dom/use-scrolled-past.js';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { folderOpened } from '../state/view-slice.js';
import { addressOfFolder, folderOfAddress } from './folder-path.js';

/** The folder in the address, and how to go to another one. */
export const useFolder = (): { folder: string; goTo: (folder: string) => void } => {
  // The raw path: the router's own reading decodes, and a name may hold a per cent sign.
  const pathname = usePathname();
  const folder = folderOfAddress(pathname);
  const [, navigate] = useLocation();
  const dispatch = useAppDispatch();

  useEffect(() => {
    const address = addressOfFolder(folder);
    if (address !== location.pathname) navigate(address + location.search + location.hash, { replace: true });
  }, [folder, navigate]);

  useEffect(() => {
    dispatch(folderOpened());
    if (scrolledPx() > 0) window.scrollTo(0, 0);
  }, [folder, dispatch]);

  const goTo = useCallback(
    (next: string) => {
      // Before the next folder is drawn: then it is drawn at its top.
      if (next !== folder && window.scrollY > 0) window.scrollTo(0, 0);
      navigate(addressOfFolder(next));
    },
    [folder, navigate],
  );
  return { folder, goTo };
};
