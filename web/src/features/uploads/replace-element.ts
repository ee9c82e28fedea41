import { nameKey } from '@skyshelf/contracts/rules';
import { limits, type ElementView } from '@skyshelf/contracts/browser';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import type { Replacement } from './upload-notices.js';

const patient = { tries: 5, isPatient: true };

interface Replaced {
  /** What has gone, and the process that holds it for a minute. */
  old: ElementView;
  process: string | null;
  /** What took its place, as it came and as it stands now. */
  before: ElementView;
  after: ElementView;
}

/**
 * Gives a new file the name of the one that has it, which is deleted first and can be brought back for a minute. Only called when the new one is there, so
 * whatever fails, no file is lost. Null when no other file has that name any more.
 * @throws {ApiFailure} both files are there
 */
export async function replaceElement({
  elementId,
  targetFolder,
  name,
}: Replacement): Promise<Replaced | null> {
  const { docs } = await callApi('listFolder', { body: { ...targetFolder, defaultLinks: false } }, patient);
  const key = nameKey(name);
  const old = docs.find(
    ({ _id, linkname, linktype }) => _id !== elementId && linktype !== 'folder' && nameKey(linkname) === key,
  );
  const before = docs.find(({ _id }) => _id === elementId);
  if (!old || !before) return null;
  const removal = { ...targetFolder, arr: [old._id], hold: limits.maxHoldSeconds };
  const deleted = await callApi('deleteElements', { body: removal, idempotencyKey: newKey() }, patient);
  const process = deleted.docs.process ?? null;
  const renaming = { ...targetFolder, id: elementId, obj: { linkname: old.linkname } };
  const renamed = await callApi('editElement', { body: renaming, idempotencyKey: newKey() }, patient).catch(
    async (failure: unknown) => {
      if (process !== null) await bringBack(process);
      throw failure;
    },
  );
  return { old, process, before, after: renamed.docs.element };
}

const bringBack = (process: string) =>
  callApi('cancelProcess', { body: { process, exact: true }, idempotencyKey: newKey() }, patient);
