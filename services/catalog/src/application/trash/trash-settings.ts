import type { DeletionTrash } from '../../domain/delete-elements.js';
import { hasRoomForTrash } from '../../domain/drive-room.js';
import type { TrashWork } from '../../domain/trash.js';
import type { CatalogSettings } from '../catalog.js';
import type { Reader } from '../slices/read-folder.js';

export const TRASH_DAYS = 'trash-days';
export interface ChosenDays {
  id: typeof TRASH_DAYS;
  days: number | null;
}

export async function readTrashDays(
  reader: Pick<Reader, 'side'>,
  { trashDays }: Pick<CatalogSettings, 'trashDays'>,
): Promise<number> {
  const chosen = await reader.side<ChosenDays>('settings').get(TRASH_DAYS);
  return chosen?.days ?? trashDays;
}

/** null: this drive has no trash. */
export async function readDeletionTrash(
  reader: Reader,
  settings: Pick<CatalogSettings, 'trashDays'>,
): Promise<DeletionTrash | null> {
  if (!hasRoomForTrash(reader.state())) return null;
  const [days, due] = await Promise.all([
    readTrashDays(reader, settings),
    reader.side<TrashWork>('trash').get('due'),
  ]);
  return days === 0 ? null : { days, isDue: due !== null };
}
