import { IconBookmarkPlus, IconFolderPlus, IconFolderUp, IconLink, IconUpload } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import { type Action, toChange } from './action.js';

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
