import { IconFolderSymlink, IconFolders, type TablerIcon } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import type { Sending } from '../clipboard/sending.js';
import { dialogOpened } from '../state/overlay-slice.js';
import { type Action, toChangeSelection } from './action.js';

interface SendTo {
  name: string;
  label: string;
  icon: TablerIcon;
  action: Sending['action'];
  refusal: string;
}

/** Lets the user choose a folder for what is selected: what dragging does, for fingers and keys. */
const sendTo = ({ name, label, icon, action, refusal }: SendTo): Action => ({
  name,
  label,
  icon,
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    if (selected.some((element) => element.default)) dispatch(toast.warning(refusal));
    else dispatch(dialogOpened({ kind: 'send-to', action, elements: [...selected] }));
  },
});

export const moveTo = sendTo({
  name: 'move-to',
  label: text.actions.moveTo,
  icon: IconFolderSymlink,
  action: 'cut',
  refusal: text.actions.cutDefault,
});

export const copyTo = sendTo({
  name: 'copy-to',
  label: text.actions.copyTo,
  icon: IconFolders,
  action: 'copy',
  refusal: text.actions.copyDefault,
});
