export { allAnswered, remember, selectUndoables, tracked } from './undo-slice.js';

/** Fetched on first use. */
export const loadUndo = () => import('./undo.js');
