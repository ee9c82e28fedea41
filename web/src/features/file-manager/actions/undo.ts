import { IconArrowBackUp } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { report } from '../../../shared/report.js';
import { loadUndo } from '../../undo/public.js';
import type { Action } from './action.js';
import { toChange } from './enablement.js';

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
