import { endSession } from './current-session.js';

let leaving = false;

/** The user logs out: what the server refuses from now on asks for no login. */
export const leave = (): void => void (leaving = true);

/** The server no longer knows this session: forget it and ask to log in again. The page reloads. */
export const forceRelogin = (): void => {
  if (leaving) return;
  endSession();
  history.replaceState(null, '', '/#relogin');
  location.reload();
};
