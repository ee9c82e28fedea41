import { IconPencil } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { toChangeSelection } from './enablement.js';

export const edit: Action = {
  name: 'edit',
  label: text.actions.edit,
  icon: IconPencil,
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    const [element] = selected;
    if (!element) return;
    if (selected.length > 1) dispatch(toast.warning(text.actions.editOne));
    else if (element.default) dispatch(toast.warning(text.actions.editDefault));
    else dispatch(dialogOpened({ kind: 'edit', element }));
  },
};
