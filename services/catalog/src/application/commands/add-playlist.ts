import { DomainError, type ElementView, type OpId } from '@skyshelf/contracts';
import { decideAddPlaylist, toAddPlaylist, type TypedPlaylist } from '../../domain/add-playlist.js';
import { runFor, type Account, type Catalog } from '../catalog.js';
import { elementView } from '../element-view.js';
import type { FolderAddress } from '../slices/read-folder.js';
import { readPlace } from '../slices/read-place.js';

export interface AddPlaylistInput {
  address: FolderAddress;
  playlist: TypedPlaylist;
}

export interface AddedPlaylistView {
  docs: ElementView;
  ops: ElementView[];
}

/**
 * A playlist becomes a folder of its videos, whole or not at all.
 * @throws DomainError those of `toAddPlaylist` and `decideAddPlaylist`
 */
export async function addPlaylist(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, playlist }: AddPlaylistInput,
): Promise<AddedPlaylistView> {
  const command = toAddPlaylist(playlist, catalog.settings.videoHosts);
  const added = await runFor(catalog, account, opId, {
    name: 'add-playlist',
    payload: { address, playlist: command },
    read: (reader) =>
      readPlace(reader, address, { class: 'folder', nameKey: command.nameKey, now: catalog.clock.now() }),
    decide: (place, context) => decideAddPlaylist(command, place, context),
  });
  const reader = await catalog.store.reader(account.drive);
  const rows = await reader.find({ id: { in: [added.folder, ...added.links] } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const folder = byId.get(added.folder);
  const inside = `${added.path}${folder?.name ?? command.name}/`;
  const views = (ids: readonly (typeof added.folder)[], path: string) =>
    ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [elementView(row, path, account.sub)] : [];
    });
  const [docs] = views([added.folder], added.path);
  if (!docs) throw new DomainError('element.not-found');
  return { docs, ops: views(added.links, inside) };
}
