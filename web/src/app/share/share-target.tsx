import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { dialogOpened } from '../../features/file-manager/state/overlay-slice.js';
import { Loading } from '../../shared/pages/notice.js';
import { currentSession } from '../../shared/session/current-session.js';
import { rememberTarget } from '../../shared/session/relogin.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { sharedLink } from './shared-link.js';

const ShareTarget = () => {
  const dispatch = useAppDispatch();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (currentSession()) {
      dispatch(dialogOpened({ kind: 'add-link', ...sharedLink(location.search) }));
      navigate('/allfiles/', { replace: true });
    } else {
      rememberTarget(location.pathname + location.search);
      navigate('/login', { replace: true });
    }
  }, [dispatch, navigate]);
  return <Loading />;
};

export default ShareTarget;
