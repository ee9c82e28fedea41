import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { usePathname } from 'wouter/use-browser-location';
import { api } from '../../shared/api/api.js';
import { suspectConnection, useReachable } from '../../shared/connection/connection.js';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { NewVersion } from './new-version.js';
import { offlineTexts as text } from '../../shared/messages/offline-texts.js';
import css from './offline.module.css';
import { folderOfAddress } from '../../features/file-manager/folder/folder-path.js';
import { type Listing, listingsApi } from '../../shared/listings/listings-api.js';
import { dropListing, keepListing } from '../../shared/offline/kept-listings.js';
import { markedDrive, ownDrive } from '../../shared/offline/marker.js';
import { report } from '../../shared/report.js';
import { canWorkOffline } from './worker.js';

const Kept = () => {
  useKeptListing();
  return <NewVersion />;
};

const Offline = () => {
  const dispatch = useAppDispatch();
  const reachable = useReachable();
  const wasReachable = useRef(reachable);
  useEffect(() => {
    if (reachable && !wasReachable.current) dispatch(api.internalActions.onOnline());
    wasReachable.current = reachable;
  }, [reachable, dispatch]);
  return (
    <>
      {!reachable && <OfflineBanner />}
      {canWorkOffline() && <Kept />}
    </>
  );
};

export default Offline;

/** Lists that are drawn in part measure again. */
const moved = (): void => void dispatchEvent(new Event('resize'));

const OfflineBanner = () => {
  useEffect(() => {
    moved();
    return () => queueMicrotask(moved);
  }, []);
  return (
    <section className={css.banner} aria-label={text.label} data-keeps-selection>
      <IconCloudOff size={20} stroke={1.6} aria-hidden />
      <p role="status">
        <strong>{navigator.onLine ? text.unreachable : text.offline}</strong> {text.last}{' '}
        <span>{text.readOnly}</span>
      </p>
      <Button variant="quiet" onClick={suspectConnection}>
        {text.tryAgain}
      </Button>
    </section>
  );
};

/** Unchanged for so long, a folder is kept. */
const REST_MS = 1500;

const failed = (failure: unknown): void => report('A folder could not be kept', failure);

const useKeptListing = (): void => {
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
  useEffect(() => () => due.current?.(), [url]);
};
