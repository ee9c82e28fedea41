import { currentSession, driveOf } from '../session/current-session.js';
import { readSession } from '../session/session.js';

const KEY = 'skyshelf:offline';

/** The drive that this browser keeps something of for when there is no network; null for none. */
export const markedDrive = (): string | null => localStorage.getItem(KEY);

export const unmark = (): void => localStorage.removeItem(KEY);

/** The drive of the session; null without one. */
export const ownDrive = (): string | null => {
  const session = currentSession();
  return (session && driveOf(session.accessToken)) || null;
};

/**
 * Whether something may be kept of this drive, which is noted then. Asks storage itself: another tab may have ended the
 * session a moment ago.
 */
export const markFor = (drive: string): boolean => {
  const session = readSession(localStorage, Date.now());
  if (!session || driveOf(session.accessToken) !== drive || (markedDrive() ?? drive) !== drive) return false;
  localStorage.setItem(KEY, drive);
  return true;
};
