export { countOpening } from './count-opening.js';
export { openWindow } from './open-window.js';
export { useRestoredWindows } from './restore-windows.js';
export type { NewsElement } from './viewers/news/news-items.js';
export { opensInWindow } from './viewers/registry.js';
export { selectActiveWindow } from './windows-slice.js';
