import { messages } from '@skyshelf/contracts/browser';
import {
  IconClipboard,
  IconCopy,
  IconCut,
  IconFolders,
  IconFolderSymlink,
  type TablerIcon,
} from '@tabler/icons-react';
import { clipboardEmptied, clipboardFilled, leaveAsText } from '../clipboard/clipboard.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { selectionCleared } from '../selection/selection.js';
import { selectModeSet } from '../state/view-slice.js';
import { type Action, type ActionContext, toChange, toChangeSelection } from './action.js';
import { dialogOpened } from '../state/overlay-slice.js';

const putOnClipboard = (action: 'cut' | 'copy', context: ActionContext): void => {
  const { dispatch, selected, targetFolder } = context;
  if (!targetFolder) return;
  if (selected.some((element) => element.default)) {
    dispatch(toast.warning(action === 'cut' ? text.actions.cutDefault : text.actions.copyDefault));
    return;
  }
  dispatch(clipboardFilled({ action, elements: [...selected], source: targetFolder }));
  void dispatch(leaveAsText(selected));
  dispatch(selectionCleared());
  dispatch(selectModeSet(false));
};

export const copy: Action = {
  name: 'copy',
  label: text.actions.copy,
  icon: IconCopy,
  shortcut: { key: 'c', mod: true },
  isEnabled: toChangeSelection,
  run: (context) => putOnClipboard('copy', context),
};

export const cut: Action = {
  name: 'cut',
  label: text.actions.cut,
  icon: IconCut,
  shortcut: { key: 'x', mod: true },
  isEnabled: toChangeSelection,
  run: (context) => putOnClipboard('cut', context),
};

/** A key that is held must not paste twice. */
let pasting = false;

const pasteInto = async ({ dispatch, clipboard, targetFolder, send }: ActionContext): Promise<void> => {
  if (!clipboard || !targetFolder || pasting) return;
  const { action, elements, source } = clipboard;
  if (source.folderId === targetFolder.folderId) {
    dispatch(toast.warning(action === 'cut' ? messages.cantCutToSameFolder : messages.cantCopyToSameFolder));
    return;
  }
  dispatch(selectionCleared());
  pasting = true;
  const sent = await send({ action, elements, from: source.url, to: targetFolder }).finally(
    () => void (pasting = false),
  );
  if (sent) dispatch(clipboardEmptied());
};

export const paste: Action = {
  name: 'paste',
  label: text.actions.paste,
  icon: IconClipboard,
  shortcut: { key: 'v', mod: true },
  isEnabled(context) {
    const enablement = toChange(context);
    return enablement === true && !context.clipboard ? text.actions.clipboardEmpty : enablement;
  },
  run: (context) => void pasteInto(context),
};

interface SendTo {
  name: string;
  label: string;
  icon: TablerIcon;
  action: 'cut' | 'copy';
  refusal: string;
}

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
