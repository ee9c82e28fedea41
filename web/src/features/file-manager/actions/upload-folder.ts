import { IconFolderUp } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import type { Action } from './action.js';
import { toChange } from './enablement.js';

export const uploadFolder: Action = {
  name: 'upload-folder',
  label: text.actions.uploadFolder,
  icon: IconFolderUp,
  isEnabled: toChange,
  run: ({ pickFolder }) => pickFolder(),
};
