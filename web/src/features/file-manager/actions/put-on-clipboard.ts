import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { clipboardFilled, type Clipboard } from '../clipboard/clipboard-slice.js';
import { leaveAsText } from '../clipboard/leave-as-text.js';
import { selectionCleared } from '../state/selection-slice.js';
import { selectModeSet } from '../state/view-slice.js';
import type { ActionContext } from './action.js';

/** Keeps the selection for pasting, and its names and addresses for other programs. Default elements stay where they are. */
export const putOnClipboard = (action: Clipboard['action'], context: ActionContext): void => {
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
