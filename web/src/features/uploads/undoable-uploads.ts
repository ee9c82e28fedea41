import { limits } from '@skyshelf/contracts/browser';
import type { AppThunk } from '../../shared/store/store.js';
import { remember } from '../undo/public.js';

/** When the uploads of this page were begun, in milliseconds since the epoch. */
const begun = new Map<number, number>();

/** The user begins to bring files. */
export const noteBegin = (group: number): void => void begun.set(group, Date.now());

/**
 * Keeps what was brought, so that it can be undone. Answers its name; undefined when it can't: of what a page before
 * has begun, that one made the folders.
 */
export const rememberUploads =
  (group: number, operations: readonly string[]): AppThunk<string | undefined> =>
  (dispatch) => {
    const at = begun.get(group);
    if (at === undefined || operations.length === 0 || operations.length > limits.maxIdsPerCommand)
      return undefined;
    return dispatch(remember(operations, at));
  };
