import { createHash } from 'node:crypto';
import { limits, type OpId, type UploadGrant, type UploadId, type Warning } from '@skyshelf/contracts';
import { planUpload, type PlannedUpload, type RequestedFile } from '../../domain/planned-upload.js';
import type { Reservation } from '../../domain/reservation.js';
import { decideStartUpload, isSentInParts, type StartUploadSlice } from '../../domain/start-upload.js';
import { runFor, type Account, type Catalog } from '../catalog.js';
import { readFolder, type FolderAddress } from '../slices/read-folder.js';
import { readStartUpload } from '../slices/read-start-upload.js';

export interface StartUploadInput {
  address: FolderAddress;
  files: readonly RequestedFile[];
}

export interface StartUploadAnswer {
  docs: { index: number; uploadId: string; name: string; grant: string; how: 'single' | 'parts' }[];
  warnings: Warning[];
}

/**
 * How long the room outlives the grant, so that bytes which were complete in time are admitted also when the
 * news of it comes late.
 */
const admissionMs = 3600_000;

/** Leave to upload files into a folder. Asking again with the same opId gives leave for the same uploads. */
export async function startUpload(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, files }: StartUploadInput,
): Promise<StartUploadAnswer> {
  const rules = { refusedExtensions: catalog.settings.refusedExtensions, newStem: () => catalog.ids.next() };
  const planned = files.map((file, index) =>
    planUpload(file, { index, uploadId: uploadIdFor(account, opId, index, address, file) }, rules),
  );
  const { folderId, quota, started } = await decideOn(catalog, account, opId, address, planned);
  const expires = catalog.clock.now().getTime() + limits.grantMs;
  const docs = started.granted.map((file) => {
    const { uploadId, name, size, contentType, source } = file;
    const grant: UploadGrant = {
      kind: 'upload-grant',
      uploadId,
      drive: account.drive,
      user: account.sub,
      folderId,
      name,
      size,
      contentType,
      source,
      quota,
      expires,
    };
    return {
      index: file.index,
      uploadId,
      name,
      grant: catalog.signer.sign(grant),
      how: isSentInParts(file) ? ('parts' as const) : ('single' as const),
    };
  });
  return { docs, warnings: started.warnings };
}

/** Small files only need an answer; room and names of large ones are kept, and that is a command. */
async function decideOn(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  address: FolderAddress,
  planned: PlannedUpload[],
) {
  const decide = (slice: StartUploadSlice) => {
    const started = decideStartUpload(
      planned,
      slice,
      { now: catalog.clock.now() },
      limits.grantMs + admissionMs,
    );
    return { folderId: slice.place.folderId, quota: slice.room.quota, started };
  };
  if (!planned.some((file) => isSentInParts(file) && !file.refusal)) {
    const reader = await catalog.store.reader(account.drive);
    return decide(await readStartUpload(reader, await readFolder(reader, address), planned));
  }
  return runFor(catalog, account, opId, {
    name: 'start-upload',
    payload: { address, files: planned.map(({ uploadId }) => uploadId) },
    read: async (reader) => readStartUpload(reader, await readFolder(reader, address), planned),
    decide: (slice) => ({ event: null, answer: decide(slice) }),
    alongside: async (side, { answer }) => {
      for (const reservation of answer.started.reservations) {
        await side.reserve(reservation.bytes);
        await side.put<Reservation>('reservations', reservation);
      }
    },
  });
}

/**
 * The same for the same intention, so that a repeated call goes on with the upload it had begun, and another
 * for any other.
 */
function uploadIdFor(
  { drive }: Account,
  opId: OpId,
  index: number,
  address: FolderAddress,
  file: RequestedFile,
): UploadId {
  const intention = JSON.stringify([
    drive,
    opId,
    index,
    address.folderId ?? address.url,
    file.name,
    file.size,
    file.type,
    file.source,
  ]);
  return createHash('sha256').update(intention).digest('base64url').slice(0, 32) as UploadId;
}
