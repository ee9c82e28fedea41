/** What other features may use of undoing. */
export { remember } from './undo-slice.js';
export { allAnswered, tracked } from './under-way.js';

/** What undoes: fetched when it is first asked for. */
export const loadUndo = () => import('./undo.js');
