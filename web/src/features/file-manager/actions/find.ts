import { IconSearch } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import type { Action } from './action.js';

export const find: Action = {
  name: 'find',
  label: text.actions.find,
  icon: IconSearch,
  shortcut: { key: '/' },
  isEnabled: () => true,
  run: ({ focusSearch }) => focusSearch(),
};
