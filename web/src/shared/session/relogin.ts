import { endSession } from './current-session.js';
import { rememberTarget } from './return-to.js';

let leaving = false;

/** The user logs out: what the server refuses from now on asks for no login. */
export const leave = (): void => void (leaving = true);

/**
 * The server no longer knows this session: forget it and ask to log in again. The page reloads; who came with something
 * in hand, as to connect the extension, comes back to it.
 */
export const forceRelogin = (): void => {
  if (leaving) return;
  if (location.search) rememberTarget(location.pathname + location.search);
  endSession();
  history.replaceState(null, '', '/#relogin');
  location.reload();
};
