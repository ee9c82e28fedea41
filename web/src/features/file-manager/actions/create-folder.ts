import { IconFolderPlus } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { toChange } from './enablement.js';

export const createFolder: Action = {
  name: 'create-folder',
  label: text.actions.createFolder,
  icon: IconFolderPlus,
  isEnabled: toChange,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'create-folder' })),
};
