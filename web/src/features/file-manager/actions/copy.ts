import { IconCopy } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import type { Action } from './action.js';
import { toChangeSelection } from './enablement.js';
import { putOnClipboard } from './put-on-clipboard.js';

export const copy: Action = {
  name: 'copy',
  label: text.actions.copy,
  icon: IconCopy,
  shortcut: { key: 'c', mod: true },
  isEnabled: toChangeSelection,
  run: (context) => putOnClipboard('copy', context),
};
