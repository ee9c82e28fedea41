import { useSyncExternalStore } from 'react';
import { clearSession, isSessionKey, readSession, type Session, writeSession } from './session.js';
import { isVisit } from './visit.js';

const stored = (): Session | null => (isVisit ? null : readSession(localStorage, Date.now()));

let current = stored();
const listeners = new Set<() => void>();

const change = (next: Session | null): void => {
  if (next?.accessToken === current?.accessToken) return;
  current = next;
  for (const listener of listeners) listener();
};

// Perhaps another user: reload instead of showing what is held.
addEventListener('storage', (event) => {
  if (event.storageArea !== localStorage || !isSessionKey(event.key)) return;
  const before = current?.accessToken;
  change(stored());
  if (current && current.accessToken !== before) location.reload();
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Expired counts as none. */
export const currentSession = (): Session | null => {
  if (current && current.expiresAt <= Date.now()) change(null);
  return current;
};

export const startSession = (session: Session): void => {
  writeSession(localStorage, session);
  change(session);
};

export const endSession = (): void => {
  clearSession(localStorage);
  change(null);
};

export const onSessionChange = subscribe;

export const useSession = (): Session | null => useSyncExternalStore(subscribe, () => current);

/** Reads the drive from the token itself; empty for another form. */
export const driveOf = (accessToken: string): string => {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { drive }: { drive?: unknown } = JSON.parse(atob(payload)) as object;
    return typeof drive === 'string' ? drive : '';
  } catch {
    return '';
  }
};

let leaving = false;

/** Refusals from now on ask for no login. */
export const leave = (): void => void (leaving = true);

/** Reloads, but not the page of a link; one who was connecting the extension comes back to it. */
export const forceRelogin = (): void => {
  if (leaving || isVisit) return;
  if (location.search) rememberTarget(location.pathname + location.search);
  endSession();
  history.replaceState(null, '', '/#relogin');
  location.reload();
};

const KEY = 'skyshelf:return-to';

export const rememberTarget = (path: string): void => sessionStorage.setItem(KEY, path);

/** Gives the target once, then the root. Only paths of ours are stored. */
export const consumeTarget = (): string => {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return path !== null && /^\/(allfiles\/|account$|share\?|extension\/connect\?)/.test(path)
    ? path
    : '/allfiles/';
};
