import type { ElementId, ElementView, OpId } from '@skyshelf/contracts';
import { decideAddLink, toAddLink, type TypedLink } from '../../domain/add-link.js';
import type { Account, Catalog } from '../catalog.js';
import { runFor } from '../run-for.js';
import { elementView } from '../element-view.js';
import type { FolderAddress } from '../slices/read-folder.js';
import { readTargetFolder, searchForName } from '../slices/read-target-folder.js';

export interface AddLinkInput {
  address: FolderAddress;
  obj: TypedLink;
}

export interface AddedLink {
  view: ElementView;
  /** Of the drive just before. */
  version: number;
}

export async function addLink(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, obj }: AddLinkInput,
): Promise<AddedLink> {
  const link = toAddLink(obj, catalog.settings.videoHosts);
  const { row, path, version } = await runFor(catalog, account, opId, {
    name: 'add-link',
    payload: { address, link },
    ...(address.folderId !== undefined && {
      foresees: searchForName(address.folderId as ElementId, { class: 'item', nameKey: link.nameKey }),
    }),
    read: async (reader) => {
      const now = catalog.clock.now();
      const place = await readTargetFolder(reader, address, { class: 'item', nameKey: link.nameKey, now });
      return { place, version: reader.state().version };
    },
    decide({ place, version: before }, context) {
      const { event, answer } = decideAddLink(link, place, context);
      return { event, answer: { ...answer, version: before } };
    },
  });
  return { view: elementView(row, path, account.sub), version };
}
