import { IconCommand } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { inFolder } from './enablement.js';

export const palette: Action = {
  name: 'palette',
  label: text.actions.palette,
  icon: IconCommand,
  shortcut: { key: 'k', mod: true },
  isEnabled: inFolder,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'palette' })),
};
