import { IconSelectAll } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { allSelected, noSelection } from '../selection/selection.js';
import { selectionSet } from '../state/selection-slice.js';
import type { Action } from './action.js';

export const selectAll: Action = {
  name: 'select-all',
  label: text.actions.selectAll,
  icon: IconSelectAll,
  shortcut: { key: 'a', mod: true },
  isEnabled: ({ elements }) => elements.length > 0 || text.actions.nothingHere,
  run: ({ dispatch, elements }) => void dispatch(selectionSet(allSelected(noSelection, elements))),
};
