/** What other features may use of the windows. */
export { openWindow } from './open-window.js';
export { selectActiveWindow } from './windows-slice.js';
