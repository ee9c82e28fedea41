import { IconInfoCircle } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { withSelection } from './enablement.js';

export const details: Action = {
  name: 'details',
  label: text.actions.details,
  icon: IconInfoCircle,
  shortcut: { key: 'i', mod: true },
  isEnabled: withSelection,
  run({ dispatch, selected }) {
    dispatch(dialogOpened({ kind: 'details', elements: [...selected] }));
  },
};
