import { lazy, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { dialogOpened } from '../../features/file-manager/state/overlay-slice.js';
import { Loading } from '../../shared/pages/notice.js';
import { currentSession, rememberTarget } from '../../shared/session/current-session.js';
import { useAppDispatch } from '../../shared/store/store.js';

const SaveLink = lazy(() => import('../../features/links/save-link.js'));

const ADDRESS = /https?:\/\/\S+/i;

export const sharedLink = (search: string): { url: string; name: string } => {
  const given = new URLSearchParams(search);
  const title = given.get('title')?.trim() ?? '';
  const text = given.get('text')?.trim() ?? '';
  const url = given.get('url')?.trim() || (ADDRESS.exec(text)?.[0] ?? '');
  return { url, name: title || text.replace(url, '').trim() };
};

const ShareTarget = () => {
  const dispatch = useAppDispatch();
  const [saved] = useState(() => new URLSearchParams(location.search).get('save'));
  const isSaving = saved !== null && currentSession() !== null;
  const [, navigate] = useLocation();
  useEffect(() => {
    if (isSaving) return;
    if (currentSession()) {
      dispatch(dialogOpened({ kind: 'add-link', ...sharedLink(location.search) }));
      navigate('/allfiles/', { replace: true });
    } else {
      rememberTarget(location.pathname + location.search);
      navigate('/login', { replace: true });
    }
  }, [dispatch, navigate, isSaving]);
  return isSaving ? <SaveLink share={saved} /> : <Loading />;
};

export default ShareTarget;
