import { formatSize } from '../../shared/format/dates-and-sizes.js';
import { trashTexts as text } from '../../shared/messages/trash-texts.js';
import { onSessionChange } from '../../shared/session/current-session.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import type { Answer } from '@skyshelf/contracts/browser';

/** The version up to which the user was told. A listing that was overtaken asks for the same changes again. */
let toldUpTo = 0;
onSessionChange(() => (toldUpTo = 0));

/** Says once what left the trash so that a command found room. */
export const tellWhatGaveWay =
  ({ gaveWay, version }: Answer<'changes'>, since: number): AppThunk =>
  (dispatch) => {
    if (!gaveWay || since < toldUpTo) return;
    toldUpTo = version;
    const { count, versions = 0, bytes } = gaveWay;
    dispatch(toast.info(text.gaveWay(count, versions, formatSize(bytes))));
  };
