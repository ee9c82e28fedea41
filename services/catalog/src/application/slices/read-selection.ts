import { type ElementId, limits } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { Selection, PasteSlice } from '../../domain/paste-elements.js';
import {
  readAncestors,
  walkUp,
  type Reader,
  readFolder,
  type Folder,
  type FolderAddress,
} from './read-folder.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { pathOf } from '../../domain/target-folder.js';
import type { SelectedTree } from '../../domain/delete-elements.js';
import { siblingKey, type NameConflict } from '../../domain/free-names.js';
import { reservesName, type Reservation } from '../../domain/drive-room.js';
import { readNumbers, type SiblingName } from './read-taken-names.js';

/** Order: as selected. */
export async function readSelection(reader: Reader, ids: readonly string[]): Promise<Selection> {
  const wanted = [...new Set(ids)] as ElementId[];
  const found = new Map((await reader.find({ id: { in: wanted } })).map((row) => [row.id, row]));
  const rows = wanted.flatMap((id) => found.get(id) ?? []);
  const folders = await readAncestors(reader, rows);
  const above = new Map(rows.map((row) => [row.id, walkUp(row, folders)]));
  const selected = rows.filter(({ id }) => above.get(id) !== null);
  const chosen = new Set(selected.map(({ id }) => id));
  const roots = selected.filter(({ id }) => !above.get(id)?.some((folder) => chosen.has(folder)));
  const isCopying = (id: ElementId) => Boolean(folders.get(id)?.copying);
  return {
    selected,
    roots,
    depths: new Map(roots.map(({ id }) => [id, (above.get(id)?.length ?? 0) + 1])),
    copying: roots.some(({ id }) => isCopying(id)),
    locked: roots.some(({ id }) => above.get(id)?.some(isCopying)),
    paths: new Map(
      [...new Map(roots.map((row) => [row.parentId, row])).values()].map(({ id, parentId }) => [
        parentId,
        pathOf((above.get(id) ?? []).map((folder) => folders.get(folder)?.name ?? '').toReversed()),
      ]),
    ),
  };
}

/** null when it is more than `room`. */
export async function readDescendants(
  reader: Reader,
  roots: readonly CatalogRow[],
  room: number,
): Promise<CatalogRow[] | null> {
  if (room < 0) return null;
  const found: CatalogRow[] = [];
  let level = roots;
  for (;;) {
    const folders = level.filter((row) => row.class === 'folder').map(({ id }) => id);
    if (folders.length === 0) return found;
    level = await reader.find(
      { parentId: { in: folders } },
      { limit: room - found.length + 1, order: 'any' },
    );
    found.push(...level);
    if (found.length > room) return null;
  }
}

/** null when there are more than `room` folders. */
export async function levelsBelow(
  reader: Reader,
  roots: readonly CatalogRow[],
  { most, room }: { most: number; room: number },
): Promise<number | null> {
  let level = roots.filter((row) => row.class === 'folder');
  let left = room;
  for (let levels = 0; ; levels += 1) {
    if (level.length === 0 || levels >= most) return levels;
    const where = { parentId: { in: level.map(({ id }) => id) }, class: 'folder' as const };
    level = await reader.find(where, { limit: left + 1, order: 'any' });
    if (level.length > left) return null;
    if (level.length === 0) return levels;
    left -= level.length;
  }
}

/** Without the trash, which `carryOutDeletion` adds. */
export async function readDeletion(reader: Reader, ids: readonly string[]): Promise<SelectedTree> {
  const selection = await readSelection(reader, ids);
  const { roots } = selection;
  const below = await readDescendants(reader, roots, limits.maxElementsPerTransaction - roots.length);
  return { ...selection, below };
}

export interface PasteRequest {
  address: FolderAddress;
  ids: readonly string[];
  conflict: NameConflict;
  names?: ReadonlyMap<string, string>;
}

/** The payload without a choice equals that of older versions. */
export const payloadOf = ({ address, ids, conflict }: PasteRequest) => ({
  address,
  ids,
  ...(conflict !== 'skip' && { conflict }),
});

export async function readPaste(
  reader: Reader,
  { address, ids, conflict, names }: PasteRequest,
  now: Date,
): Promise<PasteSlice> {
  const target = await readFolder(reader, address);
  const selection = await readSelection(reader, ids);
  const lookUp = (siblings: readonly SiblingName[]) => readTaken(reader, target, siblings, now);
  const wanted = selection.roots.map((row) => siblingName(row, names?.get(row.id)));
  const taken = target.chain ? await lookUp(wanted) : new Set<string>();
  const coming = selection.roots.filter(({ parentId }) => parentId !== target.folderId);
  if (target.chain && conflict === 'number') await readNumbers(coming, taken, lookUp);
  return { selection, target, taken, conflict, names };
}

const siblingName = (row: SiblingName, name: string | undefined): SiblingName =>
  name === undefined ? row : { class: row.class, nameKey: nameKey(name) };

async function readTaken(
  reader: Reader,
  { folderId }: Folder,
  coming: readonly SiblingName[],
  now: Date,
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const kind of ['folder', 'item'] as const) {
    const names = [...new Set(coming.filter((row) => row.class === kind).map(({ nameKey }) => nameKey))];
    if (names.length === 0) continue;
    const rows = await reader.find({ parentId: folderId, class: kind, nameKey: { in: names } });
    for (const row of rows) taken.add(siblingKey(row));
    if (kind === 'folder' || reader.state().reserved === 0) continue;
    const kept = await reader.side<Reservation>('reservations').find({ folderId, nameKey: { in: names } });
    for (const each of kept.filter((one) => reservesName([one], now)))
      taken.add(siblingKey({ class: kind, nameKey: each.nameKey }));
  }
  return taken;
}
