const PREFIX = 'skyshelf:sign-in:';

/** Longer than the gateway gives a person to come back from their provider (10 minutes), milliseconds. */
const KEPT_MS = 15 * 60_000;

/**
 * Notes that a sign-in begins in this browser. Each has a value of its own, so several tabs can sign in at once.
 * @returns the value that must come back with the tokens
 */
export const beginSignIn = (storage: Storage, now: number): string => {
  for (const key of Object.keys(storage))
    if (key.startsWith(PREFIX) && !isFresh(storage.getItem(key), now)) storage.removeItem(key);
  const state = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  storage.setItem(PREFIX + state, String(now));
  return state;
};

/** Whether a sign-in with this value began in this browser. True once for each. */
export const takeSignIn = (storage: Storage, state: string, now: number): boolean => {
  const begun = storage.getItem(PREFIX + state);
  storage.removeItem(PREFIX + state);
  return isFresh(begun, now);
};

const isFresh = (begun: string | null, now: number): boolean =>
  begun !== null && Math.abs(now - Number(begun)) < KEPT_MS;
