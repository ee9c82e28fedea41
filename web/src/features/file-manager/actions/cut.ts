import { IconCut } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import type { Action } from './action.js';
import { toChangeSelection } from './enablement.js';
import { putOnClipboard } from './put-on-clipboard.js';

export const cut: Action = {
  name: 'cut',
  label: text.actions.cut,
  icon: IconCut,
  shortcut: { key: 'x', mod: true },
  isEnabled: toChangeSelection,
  run: (context) => putOnClipboard('cut', context),
};
