import { IconArrowBackUp, IconCommand, IconKeyboard, IconRefresh, IconSearch } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { type Action, inFolder, toChange } from './action.js';
import { report } from '../../../shared/report.js';
import { loadUndo } from '../../undo/public.js';
import { dialogOpened } from '../state/overlay-slice.js';

export const refresh: Action = {
  name: 'refresh',
  label: text.actions.refresh,
  icon: IconRefresh,
  isEnabled: inFolder,
  run: (context) => context.refresh(),
};

export const undo: Action = {
  name: 'undo',
  label: text.actions.undo,
  icon: IconArrowBackUp,
  shortcut: { key: 'z', mod: true },
  isEnabled: toChange,
  run: ({ dispatch }) =>
    void loadUndo()
      .then((module) => dispatch(module.undo()))
      .catch((failure: unknown) => report('Undoing failed', failure)),
};

export const find: Action = {
  name: 'find',
  label: text.actions.find,
  icon: IconSearch,
  shortcut: { key: '/' },
  isEnabled: () => true,
  run: ({ focusSearch }) => focusSearch(),
};

export const palette: Action = {
  name: 'palette',
  label: text.actions.palette,
  icon: IconCommand,
  shortcut: { key: 'k', mod: true },
  isEnabled: inFolder,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'palette' })),
};

export const shortcuts: Action = {
  name: 'shortcuts',
  label: text.actions.shortcuts,
  icon: IconKeyboard,
  shortcut: { key: '?' },
  isEnabled: () => true,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'shortcuts' })),
};
