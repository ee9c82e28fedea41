import { nameKey } from '@skyshelf/contracts/rules';
import { siblingKey, type NameConflict } from '../../domain/free-names.js';
import type { PasteSlice } from '../../domain/paste-elements.js';
import { keepsName, type Reservation } from '../../domain/drive-room.js';
import { readFolder, type Folder, type FolderAddress, type Reader } from './read-folder.js';
import { readNumbers, type SiblingName } from './read-taken-names.js';
import { readSelection } from './read-selection.js';

export interface PasteRequest {
  address: FolderAddress;
  ids: readonly string[];
  conflict: NameConflict;
  names?: ReadonlyMap<string, string>;
}

/** Without a choice it equals the payload of older versions. */
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

export async function readTaken(
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
    for (const each of kept.filter((one) => keepsName([one], now)))
      taken.add(siblingKey({ class: kind, nameKey: each.nameKey }));
  }
  return taken;
}
