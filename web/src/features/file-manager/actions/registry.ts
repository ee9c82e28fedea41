import type { Action } from './action.js';
import { addLink } from './add-link.js';
import { exportBookmarks, importBookmarks } from './bookmarks.js';
import { copy } from './copy.js';
import { createFolder } from './create-folder.js';
import { cut } from './cut.js';
import { deleteSelected } from './delete.js';
import { details } from './details.js';
import { download } from './download.js';
import { downloadFolder } from './download-folder.js';
import { edit } from './edit.js';
import { find } from './find.js';
import { open } from './open.js';
import { palette } from './palette.js';
import { paste } from './paste.js';
import { refresh } from './refresh.js';
import { rename } from './rename.js';
import { selectAll } from './select-all.js';
import { clearSelection, startSelecting } from './select-mode.js';
import { copyTo, moveTo } from './send-to.js';
import { shortcuts } from './shortcuts.js';
import { tags } from './tags.js';
import { undo } from './undo.js';
import { uploadFolder } from './upload-folder.js';
import { upload } from './upload.js';

/** Groups are divided by a line wherever they are drawn. */
export const toolbarGroups: readonly (readonly Action[])[] = [
  [upload, createFolder, addLink],
  [edit, deleteSelected],
  [copy, cut, paste],
  [download],
];
/** What adds something: the round button on touch screens, and the empty folder. */
export const addingActions: readonly Action[] = [upload, createFolder, addLink];
/** What concerns a selection. */
export const selectionActions: readonly Action[] = [open, edit, copy, cut, download, deleteSelected];

export const elementMenu: readonly (readonly Action[])[] = [
  [open],
  [copy, cut],
  [moveTo, copyTo],
  [rename, edit, tags],
  [download, downloadFolder, exportBookmarks],
  [details],
  [deleteSelected],
];
export const pageMenu: readonly (readonly Action[])[] = [
  [upload, uploadFolder, createFolder, addLink],
  [importBookmarks, exportBookmarks],
  [paste, undo],
  [selectAll, refresh],
  [shortcuts],
];
/** The Menu dropdown of touch screens: one of the two selecting entries at a time. */
export const compactMenu = (selecting: boolean): readonly (readonly Action[])[] => [
  [selecting ? clearSelection : startSelecting, selectAll],
  [edit, tags, copy, cut, paste, moveTo, copyTo, deleteSelected, download],
  [importBookmarks, exportBookmarks],
  [details, refresh],
];

/** Everything that has a key. */
export const keyboardActions: readonly Action[] = [
  open,
  rename,
  deleteSelected,
  copy,
  cut,
  paste,
  undo,
  selectAll,
  details,
  find,
  palette,
  shortcuts,
];
