import { IconRefresh } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import type { Action } from './action.js';
import { inFolder } from './enablement.js';

export const refresh: Action = {
  name: 'refresh',
  label: text.actions.refresh,
  icon: IconRefresh,
  isEnabled: inFolder,
  run: (context) => context.refresh(),
};
