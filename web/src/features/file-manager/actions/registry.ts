import type { Action } from './action.js';
import { addLink } from './add-link.js';
import { createFolder } from './create-folder.js';
import { deleteSelected } from './delete.js';
import { edit } from './edit.js';
import { find } from './find.js';
import { open } from './open.js';
import { refresh } from './refresh.js';
import { selectAll } from './select-all.js';
import { clearSelection, startSelecting } from './select-mode.js';
import { shortcuts } from './shortcuts.js';
import { upload } from './upload.js';

/** Groups are divided by a line wherever they are drawn. */
export const toolbarGroups: readonly (readonly Action[])[] = [
  [upload, createFolder, addLink],
  [edit, deleteSelected],
];
/** What adds something: the round button on touch screens, and the empty folder. */
export const addingActions: readonly Action[] = [upload, createFolder, addLink];
/** What concerns a selection. */
export const selectionActions: readonly Action[] = [open, edit, deleteSelected];

export const elementMenu: readonly (readonly Action[])[] = [[open], [edit, deleteSelected]];
export const pageMenu: readonly (readonly Action[])[] = [
  [upload, createFolder, addLink],
  [selectAll, refresh],
  [shortcuts],
];
/** The Menu dropdown of touch screens: one of the two selecting entries at a time. */
export const compactMenu = (selecting: boolean): readonly (readonly Action[])[] => [
  [selecting ? clearSelection : startSelecting, selectAll],
  [refresh],
];

/** Everything that has a key. */
export const keyboardActions: readonly Action[] = [open, edit, deleteSelected, selectAll, find, shortcuts];
