import { IconUpload } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import type { Action } from './action.js';
import { inFolder } from './enablement.js';

export const upload: Action = {
  name: 'upload',
  label: text.actions.upload,
  icon: IconUpload,
  isEnabled: inFolder,
  run: ({ pickFiles }) => pickFiles(),
};
