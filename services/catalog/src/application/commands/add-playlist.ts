import { DomainError, type ElementView, type OpId } from '@skyshelf/contracts';
import { decideAddPlaylist, toAddPlaylist, type TypedPlaylist } from '../../domain/add-playlist.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { AnsweredElements } from '../answered-elements.js';
import type { Account, Catalog } from '../catalog.js';
import { runFor } from '../run-for.js';
import type { FolderAddress } from '../slices/read-folder.js';
import { readTargetFolder } from '../slices/read-target-folder.js';

export interface AddPlaylistInput {
  address: FolderAddress;
  playlist: TypedPlaylist;
}

export interface AddedPlaylistView {
  docs: ElementView;
  ops: ElementView[];
}

/** Whole or not at all. */
export async function addPlaylist(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, playlist }: AddPlaylistInput,
): Promise<AddedPlaylistView> {
  const command = toAddPlaylist(playlist, catalog.settings.videoHosts);
  const answered = new AnsweredElements(catalog, account);
  const added = await runFor(catalog, account, opId, {
    name: 'add-playlist',
    payload: { address, playlist: command },
    read: (reader) =>
      readTargetFolder(reader, address, {
        class: 'folder',
        nameKey: command.nameKey,
        now: catalog.clock.now(),
      }),
    decide: (place, context) => {
      const inside = `${place.path}${command.name}/`;
      const pathOfFolder = ({ parentId }: CatalogRow) => (parentId === place.folderId ? place.path : inside);
      return answered.keep(decideAddPlaylist(command, place, context), [], context, pathOfFolder);
    },
  });
  const [docs] = await answered.of([added.folder]);
  if (!docs) throw new DomainError('element.not-found');
  return { docs, ops: await answered.of(added.links) };
}
