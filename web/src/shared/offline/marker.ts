import { readSession } from '../session/session.js';
import { currentSession, driveOf } from '../session/current-session.js';

const KEY = 'skyshelf:offline';

/** Is null when no drive is marked. */
export const markedDrive = (): string | null => localStorage.getItem(KEY);

export const unmark = (): void => localStorage.removeItem(KEY);

export const ownDrive = (): string | null => {
  const session = currentSession();
  return (session && driveOf(session.accessToken)) || null;
};

/** Asks storage itself: another tab may have ended the session. */
export const markFor = (drive: string): boolean => {
  const session = readSession(localStorage, Date.now());
  if (!session || driveOf(session.accessToken) !== drive || (markedDrive() ?? drive) !== drive) return false;
  localStorage.setItem(KEY, drive);
  return true;
};
