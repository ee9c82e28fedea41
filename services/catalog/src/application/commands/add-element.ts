import {
  messages,
  type ElementView,
  type OpId,
  type Warning,
  type ElementId,
  DomainError,
} from '@skyshelf/contracts';
import { pathOf } from '../../domain/target-folder.js';
import type { Account, Catalog } from '../catalog.js';
import {
  decideAddLink,
  toAddLink,
  type TypedLink,
  decideCreateFolder,
  toCreateFolder,
  decideAddPlaylist,
  toAddPlaylist,
  type TypedPlaylist,
} from '../../domain/add-element.js';
import { runFor } from '../run-for.js';
import { elementView, AnsweredElements } from '../element-view.js';
import {
  type FolderAddress,
  readAncestors,
  readTargetFolder,
  searchForName,
  walkUp,
} from '../slices/read-folder.js';
import type { CatalogRow } from '../../domain/catalog-row.js';

export interface AddedElement {
  docs: ElementView;
  warnings: Warning[];
}

export async function addElement(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  input: AddLinkInput & Pick<CreateFolderInput, 'number'>,
): Promise<AddedElement> {
  if (input.obj.linktype === 'folder')
    return { docs: await createFolder(catalog, account, opId, input), warnings: [] };
  const added = await addLink(catalog, account, opId, input);
  return { docs: added.view, warnings: await sameAddress(catalog, account, added) };
}

/** More are looked at where all of the first ones lie in the trash. */
const mostAlike = [20, 2_000];

/** A notice, no refusal. Concurrent additions count as later. */
async function sameAddress(
  { store }: Catalog,
  { drive }: Account,
  { view: { _id, linkurl }, version }: AddedLink,
): Promise<Warning[]> {
  const reader = await store.reader(drive);
  for (const limit of mostAlike) {
    const alike = await reader.find({ url: linkurl }, { limit, order: 'any' });
    const folders = await readAncestors(reader, alike);
    for (const row of alike) {
      const above = row.id === _id || row.bornVersion > version ? null : walkUp(row, folders);
      if (!above) continue;
      const path = pathOf(above.map((id) => folders.get(id)?.name ?? '').toReversed());
      return [{ name: row.name, code: 'url.same', message: messages.sameUrl(row.name), path }];
    }
    if (alike.length < limit) break;
  }
  return [];
}

export interface AddLinkInput {
  address: FolderAddress;
  obj: TypedLink;
}

export interface AddedLink {
  view: ElementView;
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

export interface CreateFolderInput {
  address: FolderAddress;
  obj: { linkname: string; linktag?: string[] };
  number?: number | undefined;
}

export async function createFolder(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, obj, number }: CreateFolderInput,
): Promise<ElementView> {
  const folder = toCreateFolder(obj, number);
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

interface AddPlaylistInput {
  address: FolderAddress;
  playlist: TypedPlaylist;
}

interface AddedPlaylistView {
  docs: ElementView;
  ops: ElementView[];
}

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
