import { text } from '../../shared/messages/en.js';
import type { AppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import type { UploadNotices } from './machine/effects.js';

type Messages = Omit<UploadNotices, 'admitted' | 'replaces' | 'groupBegan'>;

/** @param undoOf names what operations have brought, where it can be undone */
export const uploadMessages = (
  dispatch: AppDispatch,
  undoOf: (group: number, operations: readonly string[]) => string | undefined = () => undefined,
): Messages => ({
  warned: ({ message }) => void dispatch(toast.warning(message)),
  fileFailed: ({ name }) => void dispatch(toast.error(text.uploads.fileFailed(name))),
  batchFailed: () => void dispatch(toast.error(text.uploads.failed)),
  groupArrived: (group, _, operations) =>
    void dispatch(toast.success(text.uploads.arrived, undoOf(group, operations))),
});
