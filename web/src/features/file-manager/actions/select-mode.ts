import { IconSquare, IconSquareCheck } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { selectionCleared } from '../state/selection-slice.js';
import { selectModeSet } from '../state/view-slice.js';
import type { Action } from './action.js';
import { inFolder } from './enablement.js';

/** Taps add to the selection from now on. */
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
