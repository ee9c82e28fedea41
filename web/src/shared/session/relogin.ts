import { endSession } from './current-session.js';

let leaving = false;

/** Refusals from now on ask for no login. */
export const leave = (): void => void (leaving = true);

/** Reloads; one who was connecting the extension comes back to it. */
export const forceRelogin = (): void => {
  if (leaving) return;
  if (location.search) rememberTarget(location.pathname + location.search);
  endSession();
  history.replaceState(null, '', '/#relogin');
  location.reload();
};

const KEY = 'skyshelf:return-to';

export const rememberTarget = (path: string): void => sessionStorage.setItem(KEY, path);

/** Once; else the root. Only paths of ours are stored. */
export const takeTarget = (): string => {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return path !== null && /^\/(allfiles\/|account$|share\?|extension\/connect\?)/.test(path)
    ? path
    : '/allfiles/';
};
