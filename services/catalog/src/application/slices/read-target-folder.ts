import type { ElementClass, ElementId, UploadId } from '@skyshelf/contracts';
import type { TargetFolder } from '../../domain/target-folder.js';
import { keepsName, type Reservation } from '../../domain/drive-room.js';
import { readFolder, type FolderAddress, type Reader } from './read-folder.js';

export interface WantedName {
  class: ElementClass;
  nameKey: string;
  now: Date;
  /** The element itself may have the name already. */
  exceptElement?: ElementId;
  /** Or the upload itself. */
  exceptUpload?: UploadId;
}

export async function readTargetFolder(
  reader: Reader,
  address: FolderAddress,
  wanted: WantedName,
): Promise<TargetFolder> {
  const folder = await readFolder(reader, address);
  return { ...folder, taken: folder.chain !== null && (await isTaken(reader, folder.folderId, wanted)) };
}

export const searchForName = (parentId: ElementId, wanted: Pick<WantedName, 'class' | 'nameKey'>) => ({
  parentId,
  class: wanted.class,
  nameKey: wanted.nameKey,
});

export async function isTaken(reader: Reader, parentId: ElementId, wanted: WantedName): Promise<boolean> {
  const rows = await reader.find(searchForName(parentId, wanted), { limit: 2 });
  if (rows.some(({ id }) => id !== wanted.exceptElement)) return true;
  // Every reservation keeps room as well: no room reserved, no names.
  if (wanted.class === 'folder' || reader.state().reserved === 0) return false;
  const kept = await reader
    .side<Reservation>('reservations')
    .find({ folderId: parentId, nameKey: wanted.nameKey });
  return keepsName(kept, wanted.now, wanted.exceptUpload);
}
