import { useEffect, useRef } from 'react';
import { text } from '../../../shared/messages/en.js';
import { useAppStore } from '../../../shared/store/hooks.js';
import { toast } from '../../../shared/toasts/toast.js';
import { uploadDrop, uploads } from '../../uploads/public.js';
import type { ActionContext } from '../actions/action.js';
import { paste } from '../actions/paste.js';
import { takesText } from '../keyboard/takes-text.js';
import { dialogOpened, selectCovered } from '../state/overlay-slice.js';
import { selectClipboard, selectLeftText } from './clipboard-slice.js';
import { pastedOf, type Pasted } from './pasted.js';

/** Ctrl+V on the page: what was cut or copied here, or what another program has put on the clipboard since. */
export const usePaste = (context: ActionContext): void => {
  const store = useAppStore();
  const latest = useRef(context);
  latest.current = context;
  useEffect(() => {
    const take = (pasted: Pasted, data: DataTransfer): void => {
      const { dispatch, targetFolder, signedIn } = latest.current;
      if (!signedIn || !targetFolder) return;
      if (pasted.what === 'files') uploadDrop(targetFolder, data);
      else if (pasted.what === 'picture') uploads.add(targetFolder, [pasted.file]);
      else if (pasted.what === 'link') dispatch(dialogOpened({ kind: 'add-link', url: pasted.url }));
      else if (pasted.what === 'unknown') dispatch(toast.info(text.clipboard.unknown));
      else {
        const enablement = paste.isEnabled(latest.current);
        if (enablement === true) paste.run(latest.current);
        else dispatch(toast.info(enablement));
      }
    };
    const onPaste = (event: ClipboardEvent): void => {
      const state = store.getState();
      if (event.defaultPrevented || !event.clipboardData || takesText(event.target)) return;
      if (selectCovered(state) || document.querySelector('[role="menu"], dialog[open]')) return;
      event.preventDefault();
      const own = { held: selectClipboard(state) !== null, left: selectLeftText(state) };
      const data = event.clipboardData;
      const system = {
        files: [...data.files],
        text: data.getData('text/plain'),
        filled: data.types.length > 0,
      };
      take(pastedOf(system, own, new Date()), data);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [store]);
};
