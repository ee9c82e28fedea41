import type { ElementView, OpId } from '@skyshelf/contracts';
import type { Account, Catalog } from '../catalog.js';
import { addLink, type AddLinkInput } from './add-link.js';
import { createFolder } from './create-folder.js';

/** What the specification's one call for both does: a folder, or a link. */
export const addElement = (
  catalog: Catalog,
  account: Account,
  opId: OpId,
  input: AddLinkInput,
): Promise<ElementView> =>
  input.obj.linktype === 'folder'
    ? createFolder(catalog, account, opId, input)
    : addLink(catalog, account, opId, input);
