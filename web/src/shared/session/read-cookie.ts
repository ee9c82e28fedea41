import { useEffect, useSyncExternalStore } from 'react';
import { callApi } from '../api/call-api.js';
import { logError } from '../log-error.js';
import { currentSession } from './current-session.js';
import { isVisit } from './visit.js';

// Pictures and the live stream can't carry a header: they wait for the cookie of this token.
let readyFor: string | null = null;
let pending: Promise<void> | null = null;
const listeners = new Set<() => void>();

const ask = async (token: string): Promise<void> => {
  await callApi('setReadCookie', { body: { token } }, { tries: 5 });
  readyFor = token;
  for (const listener of listeners) listener();
};

/** Repeated calls share one request. */
export const ensureReadCookie = async (): Promise<void> => {
  const token = currentSession()?.accessToken;
  if (!token || readyFor === token) return;
  pending ??= ask(token).finally(() => (pending = null));
  await pending;
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useReadCookieReady = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isVisit || (readyFor !== null && readyFor === currentSession()?.accessToken),
  );

/** Pages need it that show pictures without the shelf, whose live stream asks for the cookie. */
export const useReadCookie = (): void =>
  useEffect(() => {
    ensureReadCookie().catch((failure: unknown) => logError('The read cookie could not be set', failure));
  }, []);
