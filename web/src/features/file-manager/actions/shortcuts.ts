import { IconKeyboard } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';

export const shortcuts: Action = {
  name: 'shortcuts',
  label: text.actions.shortcuts,
  icon: IconKeyboard,
  shortcut: { key: '?' },
  isEnabled: () => true,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'shortcuts' })),
};
