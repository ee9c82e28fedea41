import { text } from '../../shared/messages/en.js';
import type { AppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toast.js';
import type { UploadNotices } from './upload-port.js';

type Messages = Omit<UploadNotices, 'admitted' | 'replaces' | 'groupBegan'>;
type Came = Parameters<UploadNotices['groupArrived']>;

/** What the user is told of uploads. `undoOf` names what has come, where it can be undone. */
export const uploadMessages = (
  dispatch: AppDispatch,
  undoOf: (...came: Came) => string | undefined = () => undefined,
): Messages => ({
  warned: ({ message }) => void dispatch(toast.warning(message)),
  fileFailed: ({ name }) => void dispatch(toast.error(text.uploads.fileFailed(name))),
  batchFailed: () => void dispatch(toast.error(text.uploads.failed)),
  groupArrived: (...came) => void dispatch(toast.success(text.uploads.arrived, undoOf(...came))),
});
