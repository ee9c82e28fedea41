import type { DriveId, OpId } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { CommandOrigin } from '@skyshelf/event-store';
import {
  decideAdmitUpload,
  type Admission,
  type AdmissionSlice,
  type FinishedBytes,
} from '../../domain/admit-upload.js';
import type { Reservation } from '../../domain/reservation.js';
import type { Catalog } from '../catalog.js';
import type { Reader } from '../slices/read-folder.js';
import { readTargetFolder, searchForName } from '../slices/read-target-folder.js';

/**
 * Turns an upload into an element, once: the client's call and the event that its bytes are complete may come
 * in any order and at the same time; both carry the upload's own opId, so the first decides and the other
 * gets its answer. Several run side by side and share a transaction in the drive's queue.
 */
export function admitUpload(
  catalog: Catalog,
  drive: DriveId,
  bytes: FinishedBytes,
  origin: CommandOrigin,
): Promise<Admission> {
  return catalog.store.withDrive(
    drive,
    `upload:${bytes.uploadId}` as OpId,
    {
      name: 'admit-upload',
      payload: { uploadId: bytes.uploadId, blobId: bytes.blobId },
      foresees: searchForName(bytes.folderId, { class: 'item', nameKey: nameKey(bytes.name) }),
      read: (reader) => readAdmission(reader, bytes, catalog.clock.now()),
      decide: (slice, context) => decideAdmitUpload(bytes, slice, context),
      alongside: async (side, { slice: { reservation } }) => {
        if (!reservation) return;
        await side.remove('reservations', reservation.id);
        await side.reserve(-reservation.bytes);
      },
    },
    origin,
  );
}

async function readAdmission(reader: Reader, bytes: FinishedBytes, now: Date): Promise<AdmissionSlice> {
  const room = reader.state();
  const reservation =
    room.reserved === 0 ? null : await reader.side<Reservation>('reservations').get(bytes.uploadId);
  const wanted = { class: 'item' as const, nameKey: nameKey(bytes.name), now, exceptUpload: bytes.uploadId };
  return {
    place: await readTargetFolder(reader, { url: '/', folderId: bytes.folderId }, wanted),
    reservation,
    room,
  };
}
