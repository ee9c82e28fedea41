import { IconTags } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { dialogOpened } from '../state/overlay-slice.js';
import type { Action } from './action.js';
import { toChangeSelection } from './enablement.js';

/** Tags of several elements at once; those of one are in its form. */
export const tags: Action = {
  name: 'tags',
  label: text.actions.tags,
  icon: IconTags,
  isShown: ({ selected }) => selected.length > 1,
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    if (selected.some((element) => element.default)) dispatch(toast.warning(text.actions.editDefault));
    else dispatch(dialogOpened({ kind: 'tags', elements: [...selected] }));
  },
};
