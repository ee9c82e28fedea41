import { currentSession, onSessionChange } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import { forgetWindows, rememberWindows } from './remembered-windows.js';
import { selectWindows, type OpenWindow } from './windows-slice.js';

let last: readonly OpenWindow[] = [];

/** Keeps what is open for when this page is loaded again, whenever it changes; signing out ends that. */
const remember = (): void => {
  const { stack } = selectWindows(store.getState());
  if (stack !== last && currentSession()) rememberWindows((last = stack));
};
remember();
store.subscribe(remember);
onSessionChange(() => {
  if (!currentSession()) forgetWindows();
});
