/** What other features may use of undoing. */
export { remember } from './remember.js';
export { allAnswered, tracked } from './under-way.js';
export { lookOf, type Done, type Look } from './undoable.js';

/** What undoes: fetched when it is first asked for. */
export const loadUndo = () => import('./undo.js');
