import { limits, type ElementView } from '@skyshelf/contracts/browser';
import type { AppThunk } from '../../shared/store/store.js';
import { remember } from '../undo/public.js';

/** Of elements that were brought by this page: the operations that made them. */
const madeBy = new Map<string, string>();

/** @param operations of the elements, in their order; a server of the version before tells none */
export const noteOperations = (
  elements: readonly ElementView[],
  operations: readonly (string | undefined)[] = [],
): void =>
  elements.forEach(({ _id }, at) => {
    const operation = operations[at];
    if (operation !== undefined) madeBy.set(_id, operation);
  });

/** The operations that made elements, each once. */
export const takeOperations = (ids: readonly string[]): string[] => {
  const operations = new Set(ids.flatMap((id) => madeBy.get(id) ?? []));
  for (const id of ids) madeBy.delete(id);
  return [...operations];
};

/** When the uploads of this page were begun, in milliseconds since the epoch. */
const begun = new Map<number, number>();

/** The user begins to bring files. */
export const noteBegin = (group: number): void => void begun.set(group, Date.now());

/** Keeps what was brought, so that it can be undone. Answers its name; undefined when it can't: of what a page before has begun, that one made the folders. */
export const rememberUploads =
  (group: number, elements: readonly ElementView[]): AppThunk<string | undefined> =>
  (dispatch) => {
    const operations = takeOperations(elements.map(({ _id }) => _id));
    const at = begun.get(group);
    if (at === undefined || operations.length === 0 || operations.length > limits.maxIdsPerCommand)
      return undefined;
    return dispatch(remember(operations, at));
  };
