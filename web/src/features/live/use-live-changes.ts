import { filePath } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { callApi } from '../../shared/api/call-api.js';
import { useSession } from '../../shared/session/current-session.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import { applyChanges, relistAll } from '../../shared/listings/listing-cache.js';
import { LiveChanges, type PulledChanges } from './live-changes.js';
import { shareDoorbell } from './shared-doorbell.js';
import { report } from '../../shared/report.js';

/** As many as one looks at; the rest is fetched when it is seen. */
const THUMBNAILS_AHEAD = 12;

/** Asks for new thumbnails before the page is drawn again: both go on side by side. */
const fetchThumbnails = ({ elements }: PulledChanges): void => {
  for (const { thumbnailImage, confirm } of elements.slice(0, THUMBNAILS_AHEAD)) {
    if (thumbnailImage && confirm) new Image().src = filePath(thumbnailImage);
  }
};

/** Opens the live stream for as long as the caller is mounted and somebody is signed in, and tells listings that it learns how far they are. */
export const useLiveChanges = (): LiveChanges => {
  const dispatch = useAppDispatch();
  const signedIn = useSession() !== null;
  const [live] = useState(
    () =>
      new LiveChanges({
        pull: (since) => callApi<PulledChanges>(`/api/changes?since=${since}`, { method: 'GET' }),
        apply: (changes) => {
          fetchThumbnails(changes);
          dispatch(applyChanges(changes));
        },
        resync: () => dispatch(relistAll()),
        failed: (failure) => report('Changes could not be fetched', failure),
      }),
  );

  useEffect(() => {
    if (!signedIn) return;
    let hangUp: (() => void) | null = null;
    let gone = false;
    const start = async (): Promise<void> => {
      await ensureReadCookie();
      if (gone) return;
      hangUp = shareDoorbell({
        address: () => `/api/changes/live${live.cursor === null ? '' : `?since=${live.cursor}`}`,
        rang: (version) => live.rang(version),
        resync: () => live.mustListAgain(),
        // The stream says nothing about why it was refused; an ordinary call finds out and asks to log in if need be.
        broke: () => live.mayBeBehind(),
      });
    };
    start().catch((failure: unknown) => report('The live stream could not be opened', failure));
    return () => {
      gone = true;
      hangUp?.();
    };
  }, [dispatch, live, signedIn]);
  return live;
};
