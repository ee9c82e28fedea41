export { allAnswered, remember, tracked } from './undo.js';

/** Fetched on first use. */
export const loadUndo = () => import('./undo.js');
