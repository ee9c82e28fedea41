import { ApiFailure, isPassing } from '../../shared/api/api-error.js';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/call-input.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { text } from '../../shared/messages/en.js';
import { undoTexts } from '../../shared/messages/undo-texts.js';
import { logError } from '../../shared/log-error.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast, undoGone } from '../../shared/toasts/toasts-slice.js';
import { allAnswered, forgotten, selectUndoables } from './undo-slice.js';

/** One by one: a command's inverse counts on those of later ones. */
let last: Promise<void> = Promise.resolve();

export const undo =
  (id?: string): AppThunk<Promise<void>> =>
  (dispatch) => {
    last = last.then(allAnswered).then(() => dispatch(undoOne(id)));
    return last;
  };

const undoOne =
  (id?: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const all = selectUndoables(getState());
    const one = id === undefined ? all.at(-1) : all.find((each) => each.id === id);
    if (!one) return void dispatch(toast.info(id === undefined ? undoTexts.nothing : undoTexts.tooOld));
    try {
      const body = { operation: [...one.operations] };
      const { docs } = await callApi('undo', { body, idempotencyKey: newKey() });
      dispatch(applyChanges(docs));
      dispatch(toast.success(undoTexts.done));
    } catch (failure) {
      logError('A command could not be undone', failure);
      dispatch(toast.error(wordsFor(failure)));
      if (mayBeTriedAgain(failure)) return;
    }
    dispatch(forgotten(one.id));
    dispatch(undoGone(one.id));
  };

/** The user can remove what stands in the way. */
const mayBeTriedAgain = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  (isPassing(failure.error) ||
    ['name.exists', 'folder.not-found', 'folder.copying'].includes(failure.error.code));

const wordsFor = (failure: unknown): string => {
  if (!(failure instanceof ApiFailure) || failure.error.status === 0) return undoTexts.failed;
  const { code, message } = failure.error;
  return (words as Partial<Record<string, string>>)[code] ?? message;
};

const words = {
  'process.not-found': undoTexts.purged,
  'name.exists': undoTexts.nameTaken,
  'folder.not-found': undoTexts.folderGone,
  'paste.into-itself': undoTexts.changed,
  'drive.busy': text.dialogs.driveBusy,
};
