import { IconTrash } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { toChangeSelection } from './enablement.js';

export const deleteSelected: Action = {
  name: 'delete',
  label: text.actions.delete,
  icon: IconTrash,
  shortcut: { key: 'Delete' },
  dangerous: true,
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    if (selected.some((element) => element.default)) dispatch(toast.warning(text.actions.deleteDefault));
    else dispatch(dialogOpened({ kind: 'delete', elements: [...selected] }));
  },
};
