import { endSession } from './current-session.js';
import { rememberTarget } from './return-to.js';

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
