import { limits } from '@skyshelf/contracts/browser';
import type { AppThunk } from '../../shared/store/store.js';
import { remember } from '../undo/public.js';

/** Milliseconds since the epoch. */
const begun = new Map<number, number>();

export const noteBegin = (group: number): void => void begun.set(group, Date.now());

/** Undefined when it can't: a former page made the folders. */
export const rememberUploads =
  (group: number, operations: readonly string[]): AppThunk<string | undefined> =>
  (dispatch) => {
    const at = begun.get(group);
    if (at === undefined || operations.length === 0 || operations.length > limits.maxIdsPerCommand)
      return undefined;
    return dispatch(remember(operations, at));
  };
