import type { Action } from './action.js';
import {
  addLink,
  clearSelection,
  createFolder,
  find,
  importBookmarks,
  palette,
  refresh,
  selectAll,
  shortcuts,
  startSelecting,
  undo,
  upload,
  uploadFolder,
} from './page-actions.js';
import { copy, copyTo, cut, moveTo, paste } from './clipboard-actions.js';
import {
  askForFiles,
  deleteSelected,
  details,
  download,
  downloadFolder,
  edit,
  exportBookmarks,
  history,
  open,
  rename,
  rewind,
  share,
  tags,
} from './element-actions.js';

export const toolbarGroups: readonly (readonly Action[])[] = [
  [upload, createFolder, addLink],
  [edit, deleteSelected],
  [copy, cut, paste],
  [download, share],
];
export const addingActions: readonly Action[] = [upload, createFolder, addLink];
export const selectionActions: readonly Action[] = [open, edit, copy, cut, download, deleteSelected];

export const elementMenu: readonly (readonly Action[])[] = [
  [open],
  [copy, cut],
  [moveTo, copyTo],
  [share, askForFiles],
  [rename, edit, tags],
  [download, downloadFolder, exportBookmarks],
  [details, history, rewind],
  [deleteSelected],
];
export const pageMenu: readonly (readonly Action[])[] = [
  [upload, uploadFolder, createFolder, addLink],
  [askForFiles],
  [importBookmarks, exportBookmarks],
  [paste, undo],
  [selectAll, refresh, rewind],
  [shortcuts],
];
export const compactMenu = (selecting: boolean): readonly (readonly Action[])[] => [
  [selecting ? clearSelection : startSelecting, selectAll],
  [edit, tags, copy, cut, paste, moveTo, copyTo, deleteSelected, download, share],
  [askForFiles, importBookmarks, exportBookmarks],
  [details, history, rewind, refresh],
];

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
