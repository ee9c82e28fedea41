import { useEffect, useRef } from 'react';
import { api } from '../../shared/api/api.js';
import { useReachable } from '../../shared/connection/connection.js';
import { useAppDispatch } from '../../shared/store/hooks.js';
import { NewVersion } from './new-version.js';
import { OfflineBanner } from './offline-banner.js';
import { useKeptListing } from './use-kept-listing.js';
import { canWorkOffline } from './worker.js';

const Kept = () => {
  useKeptListing();
  return <NewVersion />;
};

/** What a user sees and has without a network. When the server is back, all that is shown is asked for again. */
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
