import { IconClipboard } from '@tabler/icons-react';
import { messages } from '@skyshelf/contracts/browser';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { clipboardEmptied } from '../clipboard/clipboard-slice.js';
import { selectionCleared } from '../state/selection-slice.js';
import type { Action, ActionContext } from './action.js';
import { toChange } from './enablement.js';

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
