import { useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { callApi } from '../../shared/api/call-api.js';
import { useReachable } from '../../shared/connection/connection.js';
import { useSession } from '../../shared/session/current-session.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import {
  applyChanges,
  dropGoneFolders,
  leastListedVersion,
  relistAll,
} from '../../shared/listings/listing-cache.js';
import { LiveChanges, type PulledChanges } from './live-changes.js';
import { shareDoorbell } from './shared-doorbell.js';
import { thumbnailSources } from '../../shared/files/picture-sources.js';
import { jobProgressed, jobsEnded } from '../../shared/jobs/jobs-slice.js';
import { report } from '../../shared/report.js';
import { addressOf } from '../../shared/api/call-input.js';

/** Others are fetched when they are seen. */
const THUMBNAILS_AHEAD = 12;

/** Before the page is drawn again: both go on side by side. */
const fetchThumbnails = ({ elements }: PulledChanges): void => {
  for (const { thumbnailImage, confirm } of elements.slice(0, THUMBNAILS_AHEAD)) {
    if (thumbnailImage && confirm) Object.assign(new Image(), thumbnailSources(thumbnailImage));
  }
};

export const useLiveChanges = (): void => {
  const dispatch = useAppDispatch();
  const signedIn = useSession() !== null;
  const reachable = useReachable();
  const [live] = useState(
    () =>
      new LiveChanges({
        pull: (since) => callApi('changes', { query: { since: String(since) } }),
        apply: (changes) => {
          fetchThumbnails(changes);
          dispatch(applyChanges(changes));
          dispatch(dropGoneFolders(changes));
          dispatch(jobsEnded(changes.elements.map(({ _id }) => _id)));
        },
        resync: () => dispatch(relistAll()),
        failed: (failure) => report('Changes could not be fetched', failure),
      }),
  );

  const listed = useAppSelector(leastListedVersion);
  useEffect(() => {
    if (listed !== null) live.listed(listed);
  }, [listed, live]);

  useEffect(() => {
    if (!signedIn || !reachable) return;
    let hangUp: (() => void) | null = null;
    let gone = false;
    const start = async (): Promise<void> => {
      await ensureReadCookie();
      if (gone) return;
      hangUp = shareDoorbell({
        address: () => addressOf('liveChanges', { query: { since: live.cursor?.toString() } }),
        rang: (version) => live.rang(version),
        progressed: (job) => dispatch(jobProgressed(job)),
        resync: () => live.mustListAgain(),
        // A stream does not say why it was refused; a call does, and asks to log in.
        broke: () => live.mayBeBehind(),
      });
    };
    start().catch((failure: unknown) => report('The live stream could not be opened', failure));
    return () => {
      gone = true;
      hangUp?.();
    };
  }, [dispatch, live, signedIn, reachable]);
};
