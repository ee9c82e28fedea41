const KEY = 'skyshelf:return-to';

/** Remembers, for this tab, where a visitor wanted to go before logging in. */
export const rememberTarget = (path: string): void => sessionStorage.setItem(KEY, path);

/** Once; else the root. Only paths of ours are stored. */
export const takeTarget = (): string => {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return path !== null && /^\/(allfiles\/|account$|share\?|extension\/connect\?)/.test(path)
    ? path
    : '/allfiles/';
};
