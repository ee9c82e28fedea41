import { nameKey } from '@skyshelf/contracts/rules';
import { limits, type ElementView } from '@skyshelf/contracts/browser';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import type { Replacement } from './machine/effects.js';

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
export async function replaceElement({
  elementId,
  targetFolder,
  name,
}: Replacement): Promise<Replaced | null> {
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
