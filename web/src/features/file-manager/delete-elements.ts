import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { isDriveBusy } from '../../shared/api/api-error.js';
import { newKey } from '../../shared/api/call-input.js';
import type { TargetFolder } from '../../shared/listings/listing.js';
import { applyChanges, putBack } from '../../shared/listings/listing-cache.js';
import { text } from '../../shared/messages/en.js';
import { report } from '../../shared/report.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { deleteElements } from './elements-api.js';
import { selectionCleared, selectionSet, selectSelection } from './state/selection-slice.js';
import { remember, tracked } from '../undo/public.js';

interface Deleting {
  targetFolder: TargetFolder;
  elements: readonly ElementView[];
}

/** Those that the server does not delete come back, selected. */
export const removeElements = (deleting: Deleting): AppThunk<Promise<void>> => {
  const { elements } = deleting;
  return async (dispatch, getState) => {
    const selection = selectSelection(getState());
    dispatch(applyChanges({ elements: [], removed: elements.map(({ _id }) => _id) }));
    dispatch(selectionCleared());
    const { operations, error, left } = await tracked(dispatch(send(deleting)));
    const undo = dispatch(remember(operations));
    if (left.length === 0) return void dispatch(toast.success(text.dialogs.deleted, undo));
    report('Deleting failed', error);
    dispatch(putBack(left));
    dispatch(selectionSet(selection));
    dispatch(toast.error(isDriveBusy(error) ? text.dialogs.driveBusy : text.dialogs.cantDelete, undo));
  };
};

interface Sent {
  operations: string[];
  error: unknown;
  left: readonly ElementView[];
}

const send =
  ({ targetFolder, elements }: Deleting): AppThunk<Promise<Sent>> =>
  async (dispatch) => {
    const operations: string[] = [];
    for (let start = 0; start < elements.length; start += limits.maxIdsPerCommand) {
      const arr = elements.slice(start, start + limits.maxIdsPerCommand).map(({ _id }) => _id);
      const command = { targetFolder, arr, hold: limits.maxHoldSeconds, key: newKey() };
      const { data, error } = await dispatch(deleteElements.initiate(command));
      if (!data) return { operations, error, left: elements.slice(start) };
      if (data.docs.deletedCount > 0) operations.push(data.operation);
    }
    return { operations, error: null, left: [] };
  };
