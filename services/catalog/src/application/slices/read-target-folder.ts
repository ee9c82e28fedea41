import type { ElementClass, ElementId, UploadId } from '@skyshelf/contracts';
import type { TargetFolder } from '../../domain/target-folder.js';
import { keepsName, type Reservation } from '../../domain/reservation.js';
import { readFolder, type FolderAddress, type Reader } from './read-folder.js';

export interface WantedName {
  class: ElementClass;
  nameKey: string;
  now: Date;
  /** What may have the name already: the element itself. */
  exceptElement?: ElementId;
  /** Or the upload itself. */
  exceptUpload?: UploadId;
}

/** A folder, and whether a name is free there. */
export async function readTargetFolder(
  reader: Reader,
  address: FolderAddress,
  wanted: WantedName,
): Promise<TargetFolder> {
  const folder = await readFolder(reader, address);
  return { ...folder, taken: folder.chain !== null && (await isTaken(reader, folder.folderId, wanted)) };
}

/** The search for who has a name. */
export const searchForName = (parentId: ElementId, wanted: Pick<WantedName, 'class' | 'nameKey'>) => ({
  parentId,
  class: wanted.class,
  nameKey: wanted.nameKey,
});

/** Names are kept by the elements that are there and by the large uploads under way. */
export async function isTaken(reader: Reader, parentId: ElementId, wanted: WantedName): Promise<boolean> {
  const rows = await reader.find(searchForName(parentId, wanted), { limit: 2 });
  if (rows.some(({ id }) => id !== wanted.exceptElement)) return true;
  // Every reservation keeps room as well: none kept, none there.
  if (wanted.class === 'folder' || reader.state().reserved === 0) return false;
  const kept = await reader
    .side<Reservation>('reservations')
    .find({ folderId: parentId, nameKey: wanted.nameKey });
  return keepsName(kept, wanted.now, wanted.exceptUpload);
}
