/** What other features may use of undoing. */
export { remember } from './undo-slice.js';
export { allAnswered, tracked } from './under-way.js';

/** Fetched on first use. */
export const loadUndo = () => import('./undo.js');
