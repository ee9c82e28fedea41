import { IconUpload } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { toChange } from './enablement.js';

export const upload: Action = {
  name: 'upload',
  label: text.actions.upload,
  icon: IconUpload,
  isEnabled: toChange,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'upload' })),
};
