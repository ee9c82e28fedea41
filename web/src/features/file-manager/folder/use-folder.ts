import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { scrolledPx } from '../../../shared/dom/use-scrolled-past.js';
import { onMovedFolders, pathAfter } from '../../../shared/listings/moved-folders.js';
import { useAppDispatch } from '../../../shared/store/store.js';
import { folderOpened } from '../state/view-slice.js';
import { addressOfFolder, folderOfAddress } from './folder-path.js';

interface OpenFolder {
  folder: string;
  /** Its first path: stays while it is renamed or moved elsewhere. */
  opened: string;
  goTo: (folder: string) => void;
}

export const useFolder = (): OpenFolder => {
  // Raw: the router decodes, and a name may hold a per cent sign.
  const pathname = usePathname();
  const folder = folderOfAddress(pathname);
  const [, navigate] = useLocation();
  const dispatch = useAppDispatch();

  useEffect(() => {
    const address = addressOfFolder(folder);
    if (address !== location.pathname) navigate(address + location.search + location.hash, { replace: true });
  }, [folder, navigate]);

  const [followed, setFollowed] = useState({ from: '', to: '', opened: '' });
  const opened = folder === followed.to || folder === followed.from ? followed.opened : folder;
  useEffect(
    () =>
      onMovedFolders((moves) => {
        const to = pathAfter(folder, moves);
        if (to === folder) return;
        // The address changes at once; by then this must be known as the same folder.
        flushSync(() => setFollowed({ from: folder, to, opened }));
        navigate(addressOfFolder(to) + location.search + location.hash, { replace: true });
      }),
    [folder, opened, navigate],
  );

  useEffect(() => {
    dispatch(folderOpened());
    if (scrolledPx() > 0) window.scrollTo(0, 0);
  }, [opened, dispatch]);

  const goTo = useCallback(
    (next: string) => {
      // The next folder is drawn at its top.
      if (next !== folder && window.scrollY > 0) window.scrollTo(0, 0);
      navigate(addressOfFolder(next));
    },
    [folder, navigate],
  );
  return { folder, opened, goTo };
};
