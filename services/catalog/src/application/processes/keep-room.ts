import type { ElementId, UploadId } from '@skyshelf/contracts';
import type { CopyProcess, ImportProcess } from '../../domain/long-process.js';
import type { Reservation } from '../../domain/reservation.js';
import { reserve, type CatalogSideWriter } from '../catalog.js';

const never = new Date('9999-12-31T00:00:00.000Z');

/** With its remaining reserved room, in its event's transaction. */
export async function keepWithRoom(
  side: CatalogSideWriter,
  before: { reserved: number } | null,
  after: CopyProcess | ImportProcess,
): Promise<void> {
  await reserve(side, after.reserved - (before?.reserved ?? 0));
  await side.put<CopyProcess | ImportProcess>('processes', after);
  // Reserves no name: no folder has this id.
  const place = { folderId: after.id as ElementId, name: '', nameKey: '' };
  await side.put<Reservation>('reservations', {
    id: after.id as UploadId,
    ...place,
    bytes: after.reserved,
    expires: never,
  });
}

/** Its room is free again. */
export async function dropWithRoom(
  side: CatalogSideWriter,
  { id, reserved }: Pick<CopyProcess, 'id' | 'reserved'>,
): Promise<void> {
  await reserve(side, -reserved);
  await side.remove('processes', id);
  await side.remove('reservations', id);
}
