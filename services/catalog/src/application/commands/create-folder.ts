import type { ElementView, OpId } from '@skyshelf/contracts';
import { decideCreateFolder, toCreateFolder } from '../../domain/create-folder.js';
import type { Account, Catalog } from '../catalog.js';
import { runFor } from '../run-for.js';
import { elementView } from '../element-view.js';
import type { FolderAddress } from '../slices/read-folder.js';
import { readTargetFolder } from '../slices/read-target-folder.js';

export interface CreateFolderInput {
  address: FolderAddress;
  obj: { linkname: string; linktag?: string[] };
}

export async function createFolder(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, obj }: CreateFolderInput,
): Promise<ElementView> {
  const folder = toCreateFolder(obj);
  const { row, path } = await runFor(catalog, account, opId, {
    name: 'create-folder',
    payload: { address, folder },
    read: (reader) =>
      readTargetFolder(reader, address, {
        class: 'folder',
        nameKey: folder.nameKey,
        now: catalog.clock.now(),
      }),
    decide: (place, context) => decideCreateFolder(folder, place, context),
  });
  return elementView(row, path, account.sub);
}
