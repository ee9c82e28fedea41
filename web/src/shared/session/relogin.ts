import { endSession } from './current-session.js';

/** The server no longer knows this session: forget it and ask to log in again. The page reloads. */
export const forceRelogin = (): void => {
  endSession();
  history.replaceState(null, '', '/#relogin');
  location.reload();
};
