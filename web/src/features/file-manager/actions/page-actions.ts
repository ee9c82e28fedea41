import {
  IconArrowBackUp,
  IconBookmarkPlus,
  IconCommand,
  IconFolderPlus,
  IconFolderUp,
  IconKeyboard,
  IconLink,
  IconRefresh,
  IconSearch,
  IconSelectAll,
  IconSquare,
  IconSquareCheck,
  IconUpload,
} from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { type Action, inFolder, toChange } from './action.js';
import { logError } from '../../../shared/log-error.js';
import { loadUndo } from '../../undo/public.js';
import { dialogOpened } from '../state/overlay-slice.js';
import { allSelected, noSelection, selectionCleared, selectionSet } from '../selection/selection.js';
import { selectModeSet } from '../state/view-slice.js';

export const refresh: Action = {
  name: 'refresh',
  label: text.actions.refresh,
  icon: IconRefresh,
  isEnabled: inFolder,
  run: (context) => context.refresh(),
};

export const undo: Action = {
  name: 'undo',
  label: text.actions.undo,
  icon: IconArrowBackUp,
  shortcut: { key: 'z', mod: true },
  isEnabled: toChange,
  run: ({ dispatch }) =>
    void loadUndo()
      .then((module) => dispatch(module.undo()))
      .catch((failure: unknown) => logError('Undoing failed', failure)),
};

export const find: Action = {
  name: 'find',
  label: text.actions.find,
  icon: IconSearch,
  shortcut: { key: '/' },
  isEnabled: () => true,
  run: ({ focusSearch }) => focusSearch(),
};

export const palette: Action = {
  name: 'palette',
  label: text.actions.palette,
  icon: IconCommand,
  shortcut: { key: 'k', mod: true },
  isEnabled: inFolder,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'palette' })),
};

export const shortcuts: Action = {
  name: 'shortcuts',
  label: text.actions.shortcuts,
  icon: IconKeyboard,
  shortcut: { key: '?' },
  isEnabled: () => true,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'shortcuts' })),
};

export const importBookmarks: Action = {
  name: 'import-bookmarks',
  label: text.actions.importBookmarks,
  icon: IconBookmarkPlus,
  isEnabled: toChange,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'import-bookmarks' })),
};

export const upload: Action = {
  name: 'upload',
  label: text.actions.upload,
  icon: IconUpload,
  isEnabled: toChange,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'upload' })),
};

export const uploadFolder: Action = {
  name: 'upload-folder',
  label: text.actions.uploadFolder,
  icon: IconFolderUp,
  isEnabled: toChange,
  run: ({ pickFolder }) => pickFolder(),
};

export const createFolder: Action = {
  name: 'create-folder',
  label: text.actions.createFolder,
  icon: IconFolderPlus,
  isEnabled: toChange,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'create-folder' })),
};

export const addLink: Action = {
  name: 'add-link',
  label: text.actions.addLink,
  icon: IconLink,
  isEnabled: toChange,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'add-link' })),
};

export const selectAll: Action = {
  name: 'select-all',
  label: text.actions.selectAll,
  icon: IconSelectAll,
  shortcut: { key: 'a', mod: true },
  isEnabled: ({ elements }) => elements.length > 0 || text.actions.nothingHere,
  run: ({ dispatch, elements }) => void dispatch(selectionSet(allSelected(noSelection, elements))),
};

export const startSelecting: Action = {
  name: 'select',
  label: text.actions.select,
  icon: IconSquareCheck,
  isEnabled: inFolder,
  run: ({ dispatch }) => void dispatch(selectModeSet(true)),
};

export const clearSelection: Action = {
  name: 'clear-selection',
  label: text.actions.clearSelection,
  icon: IconSquare,
  isEnabled: () => true,
  run({ dispatch }) {
    dispatch(selectModeSet(false));
    dispatch(selectionCleared());
  },
};
