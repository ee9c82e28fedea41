export { countOpening, openWindow, useRestoredWindows } from './open-window.js';
export type { NewsElement } from './viewers/news/read-feed.js';
export { opensInWindow } from './viewers/registry.js';
export { FileView, Preview } from './lazy-preview.js';
export { selectActiveWindow } from './windows-slice.js';
