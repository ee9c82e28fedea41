import type { Answer } from '@skyshelf/contracts/browser';
import { linksTexts as text } from '../../shared/messages/links-texts.js';
import { onSessionChange } from '../../shared/session/current-session.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';

/** Files that come one after the other are told of together. */
const GATHER_MS = 4000;

interface Came {
  folder: string;
  files: number;
}

const came = new Map<string, Came>();
let toldUpTo = 0;
let timer: ReturnType<typeof setTimeout> | null = null;
onSessionChange(() => {
  toldUpTo = 0;
  came.clear();
});

/** Tells what others have sent by links, by folder. */
export const tellWhatCame =
  ({ received, version }: Answer<'changes'>, since: number): AppThunk =>
  (dispatch) => {
    if (!received || since < toldUpTo) return;
    toldUpTo = version;
    for (const { folderId, folder, files } of received)
      came.set(folderId, { folder, files: files + (came.get(folderId)?.files ?? 0) });
    timer ??= setTimeout(() => dispatch(tell()), GATHER_MS);
  };

const tell = (): AppThunk => (dispatch) => {
  timer = null;
  for (const { folder, files } of came.values()) dispatch(toast.info(text.forYou(files, folder)));
  came.clear();
};
