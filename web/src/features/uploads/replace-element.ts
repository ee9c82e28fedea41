import { nameKey } from '@skyshelf/contracts/rules';
import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/call-input.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { text } from '../../shared/messages/en.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { remember } from '../undo/public.js';
import type { Replacement } from './machine/upload-state.js';

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

/**
 * Deletes what has the name of a new file, which takes it over.
 * @throws {ApiFailure} both files are there
 */
export const replaceTaken =
  (replacement: Replacement): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const replaced = await replaceElement(replacement);
    if (!replaced) return;
    const { old, after, operations } = replaced;
    dispatch(applyChanges({ elements: [after], removed: [old._id] }));
    const undo = dispatch(remember([replacement.operation, ...operations]));
    dispatch(toast.success(text.uploads.replaced(old.linkname), undo));
  };
