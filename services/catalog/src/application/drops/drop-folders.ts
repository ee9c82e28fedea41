import { createHash } from 'node:crypto';
import { limits, ROOT_ID, type Dropped, type ElementId, type OpId, type DriveId } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { CommandOrigin } from '@skyshelf/event-store';
import { decideCreateFolder } from '../../domain/add-element.js';
import { FreeNames, type NamedElement } from '../../domain/free-names.js';
import type { Catalog, CatalogCommand } from '../catalog.js';
import { readFolder, type Folder, type Reader } from '../slices/read-folder.js';
import { readNumbers, readTakenNames } from '../slices/read-taken-names.js';

/** How often a sender's folder is made again after its owner has deleted it. */
const AGAIN = 5;

/** The same for all files of a sending, and no one else's: so no folder that was there before is ever used. */
function folderIdOf({ link, visitor, sending, path }: Dropped, depth: number, again: number): ElementId {
  const text = JSON.stringify([link, visitor, sending, path.slice(0, depth), again]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 32) as ElementId;
}

export interface DropFolder {
  folder: Folder;
  /** The next one to make; null: the file belongs here. */
  next: { id: ElementId; name: string } | null;
}

/** Finds the deepest of the sender's folders that is there. Where they would be too deep, a file stands higher. */
export async function readDropFolder(reader: Reader, root: ElementId, drop: Dropped): Promise<DropFolder> {
  let folder = await readFolder(reader, { url: '/', folderId: root });
  for (const [at, name] of drop.path.entries()) {
    if ((folder.chain?.length ?? limits.maxDepth) + 1 >= limits.maxDepth) break;
    const { found, id } = await findFolder(reader, drop, at + 1);
    if (!found) return { folder, next: id && { id, name } };
    folder = found;
  }
  return { folder, next: null };
}

async function findFolder(
  reader: Reader,
  drop: Dropped,
  depth: number,
): Promise<{ found: Folder | null; id: ElementId | null }> {
  for (let again = 0; again < AGAIN; again += 1) {
    const id = folderIdOf(drop, depth, again);
    if ((await reader.get(id)) === null) return { found: null, id };
    const found = await readFolder(reader, { url: '/', folderId: id });
    if (found.chain) return { found, id };
  }
  return { found: null, id: null };
}

type Slice = DropFolder & { free: { name: string; nameKey: string } | null };

/** Makes what is missing of a sender's folders, one by one. */
export async function makeDropFolders(
  catalog: Catalog,
  drive: DriveId,
  { folderId, drop }: { folderId: ElementId; drop: Dropped },
  origin: CommandOrigin,
): Promise<void> {
  const reader = await catalog.store.reader(drive);
  if ((await readDropFolder(reader, folderId, drop)).next === null) return;
  for (let made = true; made;) {
    const opId = `drop-folder:${catalog.ids.next()}` as OpId;
    made = await catalog.store.withDrive(drive, opId, making(catalog, folderId, drop), origin);
  }
}

const making = (
  { clock }: Pick<Catalog, 'clock'>,
  root: ElementId,
  drop: Dropped,
): CatalogCommand<Slice, boolean> => ({
  name: 'make-drop-folder',
  payload: { root },
  read: async (reader) => {
    const place = await readDropFolder(reader, root, drop);
    const { folder, next } = place;
    const wanted = next && { class: 'folder' as const, name: next.name, extension: null };
    const free = wanted && (await readFreeName(reader, folder.folderId, wanted, clock.now()));
    return { ...place, free };
  },
  decide: ({ folder, next, free }, context) => {
    if (!next || !free || !(folder.chain || folder.folderId === ROOT_ID))
      return { event: null, answer: false };
    const { event, bounds } = decideCreateFolder(
      { ...free, tags: drop.tags },
      { ...folder, taken: false },
      { ...context, newId: () => next.id },
    );
    return { event, answer: true, bounds };
  },
});

/** The wanted one, or the first with a number. */
export async function readFreeName(
  reader: Reader,
  parent: ElementId,
  wanted: NamedElement,
  now: Date,
): Promise<{ name: string; nameKey: string } | null> {
  const within = `${parent} `;
  const lookUp = (keys: readonly string[]) => readTakenNames(reader, [parent], keys, now);
  const taken = await lookUp([nameKey(wanted.name)]);
  await readNumbers(
    [wanted],
    taken,
    (siblings) => lookUp(siblings.map((each) => each.nameKey)),
    () => within,
  );
  const free = new FreeNames(taken, 'number').take(wanted, within);
  return free && { name: free.name, nameKey: free.nameKey };
}
