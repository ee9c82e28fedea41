import { IconSelectAll, IconSquare, IconSquareCheck } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { allSelected, noSelection } from '../selection/selection.js';
import { selectionCleared, selectionSet } from '../state/selection-slice.js';
import { type Action, inFolder } from './action.js';
import { selectModeSet } from '../state/view-slice.js';

export const selectAll: Action = {
  name: 'select-all',
  label: text.actions.selectAll,
  icon: IconSelectAll,
  shortcut: { key: 'a', mod: true },
  isEnabled: ({ elements }) => elements.length > 0 || text.actions.nothingHere,
  run: ({ dispatch, elements }) => void dispatch(selectionSet(allSelected(noSelection, elements))),
};

export const startSelecting: Action = {
  name: 'select',
  label: text.actions.select,
  icon: IconSquareCheck,
  isEnabled: inFolder,
  run: ({ dispatch }) => void dispatch(selectModeSet(true)),
};

export const clearSelection: Action = {
  name: 'clear-selection',
  label: text.actions.clearSelection,
  icon: IconSquare,
  isEnabled: () => true,
  run({ dispatch }) {
    dispatch(selectModeSet(false));
    dispatch(selectionCleared());
  },
};
