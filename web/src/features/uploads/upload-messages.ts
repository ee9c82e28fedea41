import { text } from '../../shared/messages/en.js';
import type { AppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import type { UploadNotices } from './machine/upload-state.js';

type Messages = Omit<UploadNotices, 'admitted' | 'replaced' | 'groupBegan'>;

interface UploadMessagesOptions {
  /** Names what operations have brought, where it can be undone. */
  undoOf?: (group: number, operations: readonly string[]) => string | undefined;
  /** Uploads in the list: a warning that names no file is followed by its name where there are several. */
  listed?: () => number;
}

export const uploadMessages = (
  dispatch: AppDispatch,
  { undoOf = () => undefined, listed = () => 1 }: UploadMessagesOptions = {},
): Messages => ({
  warned({ message, name }) {
    const isNamed = message.includes(name) || listed() < 2;
    dispatch(toast.warning(isNamed ? message : `${message} ${name}`));
  },
  fileFailed: ({ name }) => void dispatch(toast.error(text.uploads.fileFailed(name))),
  batchFailed: () => void dispatch(toast.error(text.uploads.failed)),
  groupArrived: (group, _, operations) =>
    void dispatch(toast.success(text.uploads.arrived, undoOf(group, operations))),
});
