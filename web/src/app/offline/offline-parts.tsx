import { Button } from '@mantine/core';
import { IconCloudOff, IconSparkles } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { offlineTexts as text } from '../../shared/messages/offline-texts.js';
import { logError } from '../../shared/log-error.js';
import { canWorkOffline, startWorker, type TakeOver } from './worker.js';
import { api } from '../../shared/api/api.js';
import { recheckConnection, useReachable } from '../../shared/connection/connection.js';
import { store, useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { folderOfAddress } from '../../features/file-manager/folder/folder-path.js';
import { type Listing, listingsApi } from '../../shared/listings/listings-api.js';
import { dropListing, keepListing } from '../../shared/offline/kept-listings.js';
import { markedDrive, ownDrive } from '../../shared/offline/marker.js';
import css from './offline.module.css';

const SPARE_TIME_MS = 4000;

const uploadsDone = async (signal: AbortSignal): Promise<void> => {
  const { uploadEngineOf } = await import('../../features/uploads/public.js');
  const { list } = uploadEngineOf(store);
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!signal.aborted && list.totals.unsettled > 0) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = list.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
};

export const NewVersion = () => {
  const [takeOver, setTakeOver] = useState<TakeOver | null>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let gone = false;
    const start = async (): Promise<void> => {
      stop = await startWorker((next) => setTakeOver(() => next));
      if (gone) stop();
    };
    const failed = (failure: unknown): void => logError('The page cannot be kept', failure);
    const timer = setTimeout(() => void start().catch(failed), SPARE_TIME_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  return takeOver && <VersionPrompt takeOver={takeOver} close={() => setTakeOver(null)} />;
};

export const VersionPrompt = ({ takeOver, close }: { takeOver: TakeOver; close: () => void }) => {
  const [accepted, setAccepted] = useState(false);
  useEffect(() => {
    if (!accepted) return;
    const left = new AbortController();
    void uploadsDone(left.signal).then(() => left.signal.aborted || takeOver());
    return () => left.abort();
  }, [accepted, takeOver]);
  return (
    <section className={css.prompt} aria-label={text.version.title} data-keeps-selection>
      <IconSparkles size={22} stroke={1.6} aria-hidden />
      <p role="status">{accepted ? text.version.afterUploads : text.version.title}</p>
      {!accepted && <Button onClick={() => setAccepted(true)}>{text.version.reload}</Button>}
      <Button variant="quiet" onClick={close}>
        {text.version.later}
      </Button>
    </section>
  );
};

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
      <Button variant="quiet" onClick={recheckConnection}>
        {text.tryAgain}
      </Button>
    </section>
  );
};

/** Unchanged for so long, a folder is kept. */
const REST_MS = 1500;

const failed = (failure: unknown): void => logError('A folder could not be kept', failure);

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
