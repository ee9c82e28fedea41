import { DomainError, type DriveId, type OpId } from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { CommandOrigin } from '@skyshelf/event-store';
import {
  decideAdmitUpload,
  type Admission,
  type AdmissionSlice,
  type FinishedBytes,
} from '../../domain/admit-upload.js';
import { FreeNames } from '../../domain/free-names.js';
import type { Reservation } from '../../domain/reservation.js';
import { asItem } from '../../domain/start-upload.js';
import { reserve, type Catalog, type CatalogCommand } from '../catalog.js';
import { lacksRoom, withHeldRoom } from '../processes/end-holds.js';
import type { Folder, Reader } from '../slices/read-folder.js';
import { readStartUpload } from '../slices/read-start-upload.js';
import { readTargetFolder, searchForName } from '../slices/read-target-folder.js';

/**
 * Once: the client's call and storage's event may race, but both carry the upload's opId, so the first
 * decides and the other gets its answer. Several share a transaction.
 */
export function admitUpload(
  catalog: Catalog,
  drive: DriveId,
  bytes: FinishedBytes,
  origin: CommandOrigin,
): Promise<Admission> {
  const command = (isLast: boolean): CatalogCommand<AdmissionSlice, Admission> => ({
    name: 'admit-upload',
    payload: { uploadId: bytes.uploadId, blobId: bytes.blobId },
    foresees: searchForName(bytes.folderId, { class: 'item', nameKey: nameKey(bytes.name) }),
    read: (reader) => readAdmission(reader, bytes, catalog.clock.now()),
    decide: (slice, context) => {
      const decision = decideAdmitUpload(bytes, slice, context);
      if (!isLast) requireRoom([decision.answer]);
      return decision;
    },
    alongside: async (side, { slice: { reservation } }) => {
      if (!reservation) return;
      await side.remove('reservations', reservation.id);
      await reserve(side, -reservation.bytes);
    },
  });
  return withHeldRoom(catalog, drive, (isLast) =>
    catalog.store.withDrive(drive, admissionOf(bytes), command(isLast), origin),
  );
}

export const admissionOf = ({ uploadId }: Pick<FinishedBytes, 'uploadId'>): OpId =>
  `upload:${uploadId}` as OpId;

/**
 * Before a refusal is stored: perhaps room can be made.
 * @throws DomainError space.exceeded, drive.full
 */
export function requireRoom(admissions: readonly Admission[]): void {
  for (const admission of admissions)
    if (admission.outcome === 'refused' && lacksRoom(admission)) throw new DomainError(admission.code);
}

async function readAdmission(reader: Reader, bytes: FinishedBytes, now: Date): Promise<AdmissionSlice> {
  const room = reader.state();
  const reservation =
    room.reserved === 0 ? null : await reader.side<Reservation>('reservations').get(bytes.uploadId);
  // The reserved name may have a number already.
  const kept = bytes.conflict === 'number' && reservation ? reservation : null;
  const wanted = {
    class: 'item' as const,
    nameKey: kept?.nameKey ?? nameKey(bytes.name),
    now,
    exceptUpload: bytes.uploadId,
  };
  const place = await readTargetFolder(reader, { url: '/', folderId: bytes.folderId }, wanted);
  const slice = { place, reservation, room, ...(kept && { numbered: kept.name }) };
  if (!place.taken || bytes.conflict !== 'number') return slice;
  const numbered = await readNumber(reader, place, bytes, now);
  return { ...slice, place: { ...place, taken: numbered === undefined }, numbered };
}

/** The first free number behind a taken name. */
async function readNumber(
  reader: Reader,
  place: Folder,
  bytes: FinishedBytes,
  now: Date,
): Promise<string | undefined> {
  const files = [{ ...bytes, nameKey: nameKey(bytes.name) }];
  const { taken } = await readStartUpload(reader, place, { files, conflict: 'number', now });
  return new FreeNames(taken, 'number').take(asItem(bytes))?.name;
}
