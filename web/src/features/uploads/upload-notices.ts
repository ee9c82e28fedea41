import { nameKey } from '@skyshelf/contracts/rules';
import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { text } from '../../shared/messages/en.js';
import { type AppDispatch, type AppThunk, store } from '../../shared/store/store.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { report } from '../../shared/report.js';
import { remember } from '../undo/public.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import type { Replacement, UploadNotices } from './machine/upload-state.js';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/call-input.js';

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

const background = { tries: 5, inBackground: true };

interface Replaced {
  old: ElementView;
  after: ElementView;
  operations: readonly string[];
}

/**
 * Only called with the new file there, and deletion can be undone for a minute: no file is lost. Null when no
 * other file has the name.
 * @throws {ApiFailure} both files are there
 */
async function replaceElement({ elementId, targetFolder, name }: Replacement): Promise<Replaced | null> {
  const { docs } = await callApi(
    'listFolder',
    { body: { ...targetFolder, defaultLinks: false } },
    background,
  );
  const key = nameKey(name);
  const old = docs.find(
    ({ _id, linkname, linktype }) => _id !== elementId && linktype !== 'folder' && nameKey(linkname) === key,
  );
  if (!old) return null;
  const removal = { ...targetFolder, arr: [old._id], hold: limits.maxHoldSeconds };
  const deleted = await callApi('deleteElements', { body: removal, idempotencyKey: newKey() }, background);
  const renaming = { ...targetFolder, id: elementId, obj: { linkname: old.linkname } };
  const renamed = await callApi(
    'editElement',
    { body: renaming, idempotencyKey: newKey() },
    background,
  ).catch(async (failure: unknown) => {
    await callApi('undo', { body: { operation: deleted.operation }, idempotencyKey: newKey() }, background);
    throw failure;
  });
  return { old, after: renamed.docs.element, operations: [deleted.operation, renamed.operation] };
}

export const replace = async (replacement: Replacement): Promise<void> => {
  const { name } = replacement;
  try {
    const replaced = await replaceElement(replacement);
    if (!replaced) return;
    const { old, after, operations } = replaced;
    store.dispatch(applyChanges({ elements: [after], removed: [old._id] }));
    const undo = store.dispatch(remember([replacement.operation, ...operations]));
    store.dispatch(toast.success(text.uploads.replaced(old.linkname), undo));
  } catch (failure) {
    report('A file could not be replaced', failure);
    store.dispatch(toast.warning(text.uploads.notReplaced(name)));
  }
};

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
