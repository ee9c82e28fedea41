import { messages, type ElementView, type OpId, type Warning } from '@skyshelf/contracts';
import type { Account, Catalog } from '../catalog.js';
import { addLink, type AddLinkInput } from './add-link.js';
import { createFolder } from './create-folder.js';

export interface AddedElement {
  docs: ElementView;
  /** Notices. */
  warnings: Warning[];
}

/** What the specification's one call for both does: a folder, or a link. */
export async function addElement(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  input: AddLinkInput,
): Promise<AddedElement> {
  if (input.obj.linktype === 'folder')
    return { docs: await createFolder(catalog, account, opId, input), warnings: [] };
  const docs = await addLink(catalog, account, opId, input);
  return { docs, warnings: await sameAddress(catalog, account, docs) };
}

/** A notice when the drive has the same address elsewhere; no reason to refuse. */
async function sameAddress(
  { store }: Catalog,
  { drive }: Account,
  { _id, linkurl }: ElementView,
): Promise<Warning[]> {
  const reader = await store.reader(drive);
  const found = await reader.find({ url: linkurl }, { limit: 3, order: 'any' });
  for (const { id, name } of found) {
    if (id === _id || !(await reader.ancestors(id))) continue;
    return [{ name, code: 'url.same', message: messages.sameUrl(name) }];
  }
  return [];
}
