import type { PlannedUpload } from '../../domain/planned-upload.js';
import type { Reservation } from '../../domain/reservation.js';
import type { StartUploadSlice } from '../../domain/start-upload.js';
import type { Folder, Reader } from './read-folder.js';

/** What stands in the way of some uploads: elements and running uploads with the same names, and the room. */
export async function readStartUpload(
  reader: Reader,
  place: Folder,
  files: readonly PlannedUpload[],
): Promise<StartUploadSlice> {
  const room = reader.state();
  if (!place.chain) return { place, names: new Set(), reservations: [], room };
  const wanted = { in: [...new Set(files.map(({ nameKey }) => nameKey))] };
  const rows = await reader.find({ parentId: place.folderId, class: 'item', nameKey: wanted });
  return {
    place,
    names: new Set(rows.map(({ nameKey }) => nameKey)),
    reservations: await readReservations(reader, place, files, wanted),
    room,
  };
}

async function readReservations(
  reader: Reader,
  { folderId }: Folder,
  files: readonly PlannedUpload[],
  nameKey: { in: string[] },
) {
  if (reader.state().reserved === 0) return [];
  const side = reader.side<Reservation>('reservations');
  const sameName = await side.find({ folderId, nameKey });
  const same = await side.find({ id: { in: files.map(({ uploadId }) => uploadId) } });
  return [...new Map([...sameName, ...same].map((each) => [each.id, each])).values()];
}
