import { useSyncExternalStore } from 'react';
import { clearSession, isSessionKey, readSession, writeSession, type Session } from './session.js';

let current = readSession(localStorage, Date.now());
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
  change(readSession(localStorage, Date.now()));
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

/** From the token itself; empty for another form. */
export const driveOf = (accessToken: string): string => {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { drive }: { drive?: unknown } = JSON.parse(atob(payload)) as object;
    return typeof drive === 'string' ? drive : '';
  } catch {
    return '';
  }
};
