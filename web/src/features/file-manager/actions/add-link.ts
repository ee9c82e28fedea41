import { IconLink } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { toChange } from './enablement.js';

export const addLink: Action = {
  name: 'add-link',
  label: text.actions.addLink,
  icon: IconLink,
  isEnabled: toChange,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'add-link' })),
};
