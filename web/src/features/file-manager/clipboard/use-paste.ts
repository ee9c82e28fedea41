import { linkAddress, trimmed, withScheme } from '@skyshelf/contracts/rules';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { text } from '../../../shared/messages/en.js';
import { useAppStore } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { uploadDrop, uploadEngineOf } from '../../uploads/public.js';
import type { ActionContext } from '../actions/action.js';
import { paste } from '../actions/clipboard-actions.js';
import { acceptsText } from '../keyboard/use-keyboard.js';
import { dialogOpened, selectCovered } from '../state/overlay-slice.js';
import { selectClipboard, selectLeftText } from './clipboard.js';

type Pasted =
  | { what: 'own' }
  | { what: 'files' }
  | { what: 'picture'; file: File }
  | { what: 'link'; url: string }
  | { what: 'unknown' }
  | { what: 'nothing' };

export interface SystemClipboard {
  files: readonly File[];
  text: string;
  /** It has something, perhaps in a format that we don't know. */
  filled: boolean;
}

interface OwnClipboard {
  held: boolean;
  left: string | null;
}

const A_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const addressOf = (text: string): string | null => {
  const word = trimmed(text);
  if (word === '' || /\s/.test(word)) return null;
  return A_SCHEME.test(word) || linkAddress(withScheme(word)).refusal === null ? word : null;
};

const sameText = (a: string, b: string): boolean => a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');

/** A picture on the clipboard has no name of its own: it gets one that the next one has not. */
const named = (picture: File, now: Date): File => {
  const moment = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return new File([picture], `Picture ${moment}${picture.name.slice('image'.length)}`, {
    type: picture.type,
  });
};

/** Ours, as long as the system's clipboard has its text still. */
export const pastedOf = (
  { files, text, filled }: SystemClipboard,
  { held, left }: OwnClipboard,
  now: Date,
): Pasted => {
  const [file] = files;
  if (file && files.length === 1 && /^image\.[a-z]+$/.test(file.name))
    return { what: 'picture', file: named(file, now) };
  if (file) return { what: 'files' };
  if (held && (!filled || left === null || sameText(left, text))) return { what: 'own' };
  const url = addressOf(text);
  if (url !== null) return { what: 'link', url };
  return { what: filled ? 'unknown' : 'nothing' };
};

export const usePaste = (context: ActionContext): void => {
  const store = useAppStore();
  const latest = useRef(context);
  latest.current = context;
  const waiting = useRef<((folder: TargetFolder | null) => void)[]>([]);
  const { targetFolder: here } = context;
  const [location] = useLocation();
  const folder = location.replace(/\/$/, '');
  useEffect(() => {
    if (here) for (const go of waiting.current.splice(0)) go(here);
  }, [here]);
  useEffect(
    () => () => {
      const left = waiting.current.splice(0);
      for (const stay of left) stay(null);
      if (left.length > 0) store.dispatch(toast.info(text.clipboard.folderLeft));
    },
    [folder, store],
  );
  useEffect(() => {
    const uploads = uploadEngineOf(store);
    /** Null when it is left before its content is there. */
    const folderHere = (): TargetFolder | Promise<TargetFolder | null> =>
      latest.current.targetFolder ?? new Promise((resolve) => waiting.current.push(resolve));
    const take = async (pasted: Pasted, data: DataTransfer): Promise<void> => {
      const { dispatch, signedIn, reachable } = latest.current;
      if (!signedIn || pasted.what === 'nothing') return;
      if (!reachable) return void dispatch(toast.info(text.actions.offline));
      const opened = folderHere();
      // Readable during the event only.
      if (pasted.what === 'files') return uploadDrop(uploads, opened, data);
      const targetFolder = await opened;
      if (!targetFolder) return;
      if (pasted.what === 'picture') uploads.add(targetFolder, [pasted.file]);
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
      if (event.defaultPrevented || !event.clipboardData || acceptsText(event.target)) return;
      if (selectCovered(state) || document.querySelector('[role="menu"], dialog[open]')) return;
      event.preventDefault();
      const own = { held: selectClipboard(state) !== null, left: selectLeftText(state) };
      const data = event.clipboardData;
      const system = {
        files: [...data.files],
        text: data.getData('text/plain'),
        filled: data.types.length > 0,
      };
      void take(pastedOf(system, own, new Date()), data);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [store]);
};
