import { useEffect, useRef } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { folderOfAddress } from '../../features/file-manager/folder/folder-path.js';
import { listingsApi, type Listing } from '../../shared/listings/listings-api.js';
import { dropListing, keepListing } from '../../shared/offline/kept-listings.js';
import { markedDrive, ownDrive } from '../../shared/offline/marker.js';
import { report } from '../../shared/report.js';
import { useAppSelector } from '../../shared/store/hooks.js';

/** Unchanged for so long, a folder is kept. */
const REST_MS = 1500;

const failed = (failure: unknown): void => report('A folder could not be kept', failure);

export const useKeptListing = (): void => {
  const pathname = usePathname();
  const url = /^\/allfiles(?:\/|$)/.test(pathname) ? folderOfAddress(pathname) : null;
  const select = listingsApi.endpoints.listFolder.select(url ?? '/');
  const listing = useAppSelector((state): Listing | undefined =>
    url === null ? undefined : select(state).data,
  );
  const isGone = useAppSelector(
    (state) =>
      url !== null && (select(state).error as { code?: unknown } | undefined)?.code === 'folder.not-found',
  );
  const due = useRef<(() => void) | null>(null);
  useEffect(() => {
    const drive = ownDrive();
    if (url === null || drive === null) return;
    if (isGone) return void (markedDrive() === drive && dropListing(drive, url).catch(failed));
    // One that came from there need not go there.
    if (!listing || listing.version < 0) return;
    const write = (): void => {
      due.current = null;
      void keepListing(drive, url, listing).catch(failed);
    };
    due.current = write;
    const timer = setTimeout(write, REST_MS);
    return () => clearTimeout(timer);
  }, [url, listing, isGone]);
  // One that is left earlier is kept at once.
  useEffect(() => () => due.current?.(), [url]);
};
