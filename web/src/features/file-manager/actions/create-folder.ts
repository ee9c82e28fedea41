import { IconFolderPlus } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { inFolder } from './enablement.js';

export const createFolder: Action = {
  name: 'create-folder',
  label: text.actions.createFolder,
  icon: IconFolderPlus,
  isEnabled: inFolder,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'create-folder' })),
};
