import { placeKey, type PasteSlice } from '../../domain/paste-elements.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { keepsName, type Reservation } from '../../domain/reservation.js';
import { readFolder, type Folder, type FolderAddress, type Reader } from './read-folder.js';
import { readSelection } from './read-selection.js';

/** The selected elements, where they would go, and whose names are taken there. */
export async function readPaste(
  reader: Reader,
  address: FolderAddress,
  ids: readonly string[],
  now: Date,
): Promise<PasteSlice> {
  const target = await readFolder(reader, address);
  const selection = await readSelection(reader, ids);
  const taken = target.chain ? await readTaken(reader, target, selection.roots, now) : new Set<string>();
  return { selection, target, taken };
}

/** Which of the places that elements would have in a folder are taken, by elements or by running uploads. */
export async function readTaken(
  reader: Reader,
  { folderId }: Folder,
  coming: readonly Pick<CatalogRow, 'class' | 'nameKey'>[],
  now: Date,
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const kind of ['folder', 'item'] as const) {
    const names = [...new Set(coming.filter((row) => row.class === kind).map(({ nameKey }) => nameKey))];
    if (names.length === 0) continue;
    const rows = await reader.find({ parentId: folderId, class: kind, nameKey: { in: names } });
    for (const row of rows) taken.add(placeKey(row));
    if (kind === 'folder' || reader.state().reserved === 0) continue;
    const kept = await reader.side<Reservation>('reservations').find({ folderId, nameKey: { in: names } });
    for (const each of kept.filter((one) => keepsName([one], now)))
      taken.add(placeKey({ class: kind, nameKey: each.nameKey }));
  }
  return taken;
}
