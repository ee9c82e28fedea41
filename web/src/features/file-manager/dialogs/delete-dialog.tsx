import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { Button } from '@mantine/core';
import { isDriveBusy } from '../../../shared/api/api-error.js';
import { newKey } from '../../../shared/api/call-input.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { applyChanges, restoreElements } from '../../../shared/listings/listing-cache.js';
import { text } from '../../../shared/messages/en.js';
import { logError } from '../../../shared/log-error.js';
import { type AppThunk, useAppDispatch } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { deleteElements } from '../elements-api.js';
import { selectionCleared, selectionSet, selectSelection } from '../selection/selection.js';
import { remember, tracked } from '../../undo/public.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import type { DialogProps } from '../state/overlay-slice.js';
import { FormButtons } from './element-form.js';
import css from './dialogs.module.css';

interface Deleting {
  targetFolder: TargetFolder;
  elements: readonly ElementView[];
}

/** Elements that the server does not delete come back, selected. */
export const removeElements = (deleting: Deleting): AppThunk<Promise<void>> => {
  const { elements } = deleting;
  return async (dispatch, getState) => {
    const selection = selectSelection(getState());
    dispatch(applyChanges({ elements: [], removed: elements.map(({ _id }) => _id) }));
    dispatch(selectionCleared());
    const { operations, error, left } = await tracked(dispatch(send(deleting)));
    const undo = dispatch(remember(operations));
    if (left.length === 0) return void dispatch(toast.success(text.dialogs.deleted, undo));
    logError('Deleting failed', error);
    dispatch(restoreElements(left));
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

const question = (elements: readonly ElementView[]): string => {
  const [first] = elements;
  if (!first || elements.length > 1) return text.dialogs.deleteMany(elements.length);
  return isFolder(first) ? text.dialogs.deleteFolder(first.linkname) : text.dialogs.deleteOne(first.linkname);
};

export const DeleteDialog = ({ dialog: { elements }, targetFolder, close }: DialogProps<'delete'>) => {
  const dispatch = useAppDispatch();
  const remove = (): void => {
    close();
    void dispatch(removeElements({ targetFolder, elements }));
  };
  return (
    <DialogFrame title={text.dialogs.deleteTitle} close={close} width={400} role="alertdialog">
      <p className={css.question}>{question(elements)}</p>
      <FormButtons>
        <Button variant="quiet" onClick={close} data-autofocus>
          {text.dialogs.no}
        </Button>
        <Button variant="danger" onClick={remove}>
          {text.dialogs.yes}
        </Button>
      </FormButtons>
    </DialogFrame>
  );
};
