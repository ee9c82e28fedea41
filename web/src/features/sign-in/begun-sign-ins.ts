const PREFIX = 'skyshelf:sign-in:';

/** It exceeds the 10 minutes that the gateway allows. */
const KEPT_MS = 15 * 60_000;

/**
 * One value each, so several tabs can sign in.
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

export const consumeSignIn = (storage: Storage, state: string, now: number): boolean => {
  const begun = storage.getItem(PREFIX + state);
  storage.removeItem(PREFIX + state);
  return isFresh(begun, now);
};

const isFresh = (begun: string | null, now: number): boolean =>
  begun !== null && Math.abs(now - Number(begun)) < KEPT_MS;
