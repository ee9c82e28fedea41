import { currentSession } from '../../shared/session/current-session.js';

const KEY = 'skyshelf:prompted';

/** The session as one sign-in began it. */
const signIn = (): string => String(currentSession()?.expiresAt ?? '');

/** Whether the user of this session was asked already, in any tab. */
export const alreadyPrompted = (): boolean => localStorage.getItem(KEY) === signIn();

export const rememberPrompt = (): void => localStorage.setItem(KEY, signIn());
