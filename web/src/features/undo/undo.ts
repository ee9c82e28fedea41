import { ApiFailure, isPassing } from '../../shared/api/api-error.js';
import { applyChanges, relistAll } from '../../shared/listings/listing-cache.js';
import { text } from '../../shared/messages/en.js';
import { report } from '../../shared/report.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toast.js';
import { undoGone } from '../../shared/toasts/toasts-slice.js';
import { changedSince } from './changed-since.js';
import { reverse } from './reverse.js';
import { allAnswered } from './under-way.js';
import { forgotten, selectUndoables } from './undo-slice.js';
import type { Undoable } from './undoable.js';

/** One after the other: the inverse of a command counts on those of later ones. */
let last: Promise<void> = Promise.resolve();

/** Undoes a command of this tab: the last one, or the one of a name. Says what came of it. */
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
    if (!one) return void dispatch(toast.info(id === undefined ? text.undo.nothing : text.undo.tooOld));
    try {
      if (await changedSince(one)) throw new ChangedSince();
      dispatch(applyChanges(await reverse(one.done)));
      if (one.done.kind === 'tagged') await dispatch(relistAll());
      dispatch(toast.success(text.undo.done));
    } catch (failure) {
      report('A command could not be undone', failure);
      dispatch(toast.error(wordsFor(one, failure)));
      if (mayBeTriedAgain(one, failure)) return;
    }
    dispatch(forgotten(one.id));
    dispatch(undoGone(one.id));
  };

class ChangedSince extends Error {}

const codeOf = (failure: unknown): string | null =>
  failure instanceof ApiFailure ? failure.error.code : null;

/** What stands in the way of a deletion's return the user can remove. */
const mayBeTriedAgain = ({ done }: Undoable, failure: unknown): boolean => {
  if (failure instanceof ApiFailure && isPassing(failure.error)) return true;
  return (
    ['deleted', 'replaced'].includes(done.kind) &&
    ['name.exists', 'folder.not-found'].includes(codeOf(failure) ?? '')
  );
};

const wordsFor = ({ done }: Undoable, failure: unknown): string => {
  if (failure instanceof ChangedSince) return text.undo.changed;
  const code = codeOf(failure);
  if (code === 'process.not-found') return text.undo.purged;
  if (code === 'name.exists') return text.undo.nameTaken;
  if (code === 'folder.not-found') return text.undo.folderGone;
  if (code === 'element.not-found') return text.undo.changed;
  if (code === 'drive.busy') return text.dialogs.driveBusy;
  return failure instanceof ApiFailure && done.kind !== 'added' && failure.error.status > 0
    ? failure.error.message
    : text.undo.failed;
};
