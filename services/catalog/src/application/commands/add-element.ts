import { messages, type ElementView, type OpId, type Warning } from '@skyshelf/contracts';
import { pathOf } from '../../domain/folder-path.js';
import type { Account, Catalog } from '../catalog.js';
import { addLink, type AddedLink, type AddLinkInput } from './add-link.js';
import { createFolder } from './create-folder.js';

export interface AddedElement {
  docs: ElementView;
  warnings: Warning[];
}

/** The specification's one call for both a folder and a link. */
export async function addElement(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  input: AddLinkInput,
): Promise<AddedElement> {
  if (input.obj.linktype === 'folder')
    return { docs: await createFolder(catalog, account, opId, input), warnings: [] };
  const added = await addLink(catalog, account, opId, input);
  return { docs: added.view, warnings: await sameAddress(catalog, account, added) };
}

const mostAlike = 20;

/**
 * A notice, no refusal: the drive already had the address elsewhere. Concurrent additions count as later.
 */
async function sameAddress(
  { store }: Catalog,
  { drive }: Account,
  { view: { _id, linkurl }, version }: AddedLink,
): Promise<Warning[]> {
  const reader = await store.reader(drive);
  const found = await reader.find({ url: linkurl }, { limit: mostAlike, order: 'any' });
  for (const { id, name, bornVersion } of found) {
    const chain = id === _id || bornVersion > version ? null : await reader.ancestors(id);
    if (!chain) continue;
    const above = chain.slice(1).map((folder) => folder.name);
    return [{ name, code: 'url.same', message: messages.sameUrl(name), path: pathOf(above.toReversed()) }];
  }
  return [];
}
