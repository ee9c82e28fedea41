import { IconCursorText } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { renamingStarted } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { toChangeSelection } from './enablement.js';

/** Edits the name where it stands; tags have their dialog. */
export const rename: Action = {
  name: 'rename',
  label: text.actions.rename,
  icon: IconCursorText,
  shortcut: { key: 'F2' },
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    const [element] = selected;
    if (!element) return;
    if (selected.length > 1) dispatch(toast.warning(text.actions.editOne));
    else if (element.default) dispatch(toast.warning(text.actions.editDefault));
    else dispatch(renamingStarted(element._id));
  },
};
