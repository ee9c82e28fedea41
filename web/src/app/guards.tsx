import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { currentSession, useSession } from '../shared/session/current-session.js';
import { rememberTarget } from '../shared/session/return-to.js';

/** A signed-in user is redirected from `/` to their files. */
export const HomeGuard = ({ children }: { children: ReactNode }) => {
  const signedIn = useSession() !== null;
  const [, navigate] = useLocation();
  useEffect(() => {
    if (signedIn) navigate('/allfiles/', { replace: true });
  }, [signedIn, navigate]);
  return signedIn ? null : children;
};

/** A session that ends while the page is open leaves the page, with its actions disabled. */
export const SignedInGuard = ({ children }: { children: ReactNode }) => {
  const [cameIn] = useState(() => currentSession() !== null);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (cameIn) return;
    rememberTarget(location.pathname);
    navigate('/', { replace: true });
  }, [cameIn, navigate]);
  return cameIn ? children : null;
};
