import { createHash } from 'node:crypto';
import {
  limits,
  type OpId,
  type UploadGrant,
  type UploadId,
  type Warning,
  DomainError,
  uploadEnds,
  uploadGrant,
  uploadIdOf,
  uploadStarted,
} from '@skyshelf/contracts';
import { quotaOf, type Reservation } from '../../domain/drive-room.js';
import type { UploadConflict } from '../../domain/free-names.js';
import {
  planUpload,
  type PlannedUpload,
  type RequestedFile,
  decideStartUpload,
  isSentInParts,
  type StartedUploads,
  type StartUploadSlice,
} from '../../domain/start-upload.js';
import { reserve, type Account, type Catalog, type CatalogSideWriter } from '../catalog.js';
import { isOutOfSpace, withHeldRoom, runAsUser } from '../run-for.js';
import { readFolder, type FolderAddress, type Reader } from '../slices/read-folder.js';
import { readStartUpload } from '../slices/read-taken-names.js';

export interface StartUploadInput {
  address: FolderAddress;
  files: readonly RequestedFile[];
  /** Default: a taken name is refused. */
  conflict?: UploadConflict | undefined;
}

export interface StartUploadAnswer {
  docs: { index: number; uploadId: string; name: string; grant: string; how: 'single' | 'parts' }[];
  warnings: Warning[];
}

/** Complete bytes are admitted though the news comes late. */
const admissionMs = 3600_000;

/** The same opId gets the same uploads. */
export async function startUpload(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, files, conflict = 'skip' }: StartUploadInput,
): Promise<StartUploadAnswer> {
  const planned = planUploads(catalog, files, (file, index) =>
    uploadIdFor(account, opId, index, address, file),
  );
  const { folderId, quota, started } = await decideOn(catalog, account, opId, {
    address,
    planned,
    conflict,
    keepForMs: limits.uploadMs + admissionMs,
  });
  const expires = catalog.clock.now().getTime() + limits.grantMs;
  const docs = started.granted.map((file) => {
    // Numbers are given when the bytes are there: others may come first.
    const name = planned[file.index]?.name ?? file.name;
    const grant = grantFor({ ...file, name }, { account, folderId, quota, expires, conflict });
    return {
      index: file.index,
      uploadId: file.uploadId,
      name: file.name,
      grant: catalog.signer.sign(grant),
      how: isSentInParts(file) ? ('parts' as const) : ('single' as const),
    };
  });
  return { docs, warnings: started.warnings };
}

type GrantedBy = { account: Account; conflict: UploadConflict } & Pick<
  UploadGrant,
  'folderId' | 'quota' | 'expires'
>;

function grantFor(
  { uploadId, name, size, contentType, source, modified, replaces }: PlannedUpload,
  { account, conflict, ...rest }: GrantedBy,
): UploadGrant {
  const { drive, sub: user } = account;
  return {
    kind: 'upload-grant',
    uploadId,
    drive,
    user,
    name,
    size,
    contentType,
    source,
    ...(modified !== undefined && { modified }),
    ...(conflict === 'number' && { conflict }),
    ...(conflict === 'replace' && { replace: true as const }),
    ...(replaces !== undefined && { replaces }),
    ...rest,
  };
}

export function planUploads(
  { settings, ids }: Pick<Catalog, 'settings' | 'ids'>,
  files: readonly RequestedFile[],
  uploadIdOf: (file: RequestedFile, index: number) => UploadId,
): PlannedUpload[] {
  const rules = { refusedExtensions: settings.refusedExtensions, newStem: () => ids.next() };
  return files.map((file, index) => planUpload(file, { index, uploadId: uploadIdOf(file, index) }, rules));
}

export interface UploadsToStart {
  address: FolderAddress;
  planned: PlannedUpload[];
  conflict: UploadConflict;
  keepForMs: number;
}

/** Small files only need an answer; large ones reserve room and names by a command. */
export async function decideOn(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, planned, conflict, keepForMs }: UploadsToStart,
) {
  const read = async (reader: Reader) =>
    readStartUpload(reader, await readFolder(reader, address), {
      files: planned,
      conflict,
      now: catalog.clock.now(),
    });
  const decide = (slice: StartUploadSlice) => {
    const started = decideStartUpload(planned, slice, { now: catalog.clock.now() }, keepForMs);
    return { folderId: slice.place.folderId, quota: quotaOf(slice.room), started };
  };
  const isCommand = planned.some((file) => isSentInParts(file) && !file.refusal);
  const attempt = async () =>
    isCommand
      ? runAsUser(catalog, account, opId, {
          name: 'start-upload',
          payload: {
            address,
            files: planned.map(({ uploadId }) => uploadId),
            ...(conflict !== 'skip' && { conflict }),
          },
          read,
          decide: (slice) => ({ event: null, answer: decide(slice) }),
          alongside: (side, { answer }) => keepReservations(side, answer.started),
        })
      : decide(await read(await catalog.store.reader(account.drive)));
  return withHeldRoom(catalog, account.drive, attempt, ({ started }) => shortFor(planned, started));
}

/** The bytes of all that should come, if some were refused for want of room. */
export function shortFor(
  planned: readonly PlannedUpload[],
  { granted, warnings }: Pick<StartedUploads, 'granted' | 'warnings'>,
): number {
  const refused = new Set(warnings.filter(isOutOfSpace).map(({ index }) => index));
  if (refused.size === 0) return 0;
  const coming = [...granted, ...planned.filter(({ index }) => refused.has(index))];
  return coming.reduce((sum, { size }) => sum + size, 0);
}

async function keepReservations(
  side: CatalogSideWriter,
  { reservations }: Pick<StartedUploads, 'reservations'>,
): Promise<void> {
  for (const reservation of reservations) {
    await reserve(side, reservation.bytes);
    await side.put<Reservation>('reservations', reservation);
  }
}

/** A repeated call continues the upload it had begun. */
export function uploadIdFor(
  { drive }: Pick<Account, 'drive'>,
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
    ...(file.replaces === undefined ? [] : [file.replaces]),
  ]);
  return uploadIdOf(createHash('sha256').update(intention).digest('base64url'), file.modified);
}

/**
 * Expired or not. Room and name were reserved at the start, so nothing is decided again.
 * @throws DomainError `upload.bad-grant`: not ours, or begun more than 7 days ago
 */
export async function renewUpload(
  { signer, clock, store }: Pick<Catalog, 'signer' | 'clock' | 'store'>,
  { drive }: Account,
  signed: string,
): Promise<{ grant: string; expires: number }> {
  const opened = uploadGrant.safeParse(signer.open(signed));
  const now = clock.now().getTime();
  if (!opened.success || opened.data.drive !== drive || now >= uploadEnds(opened.data))
    throw new DomainError('upload.bad-grant');
  const grant = opened.data;
  const reader = await store.reader(drive);
  const kept = isSentInParts(grant)
    ? await reader.side<Reservation>('reservations').get(grant.uploadId)
    : true;
  if (!kept) throw new DomainError('upload.not-found');
  const expires = Math.min(now + limits.grantMs, uploadEnds(grant));
  const quota = quotaOf(reader.state());
  return { grant: signer.sign({ ...grant, quota, started: uploadStarted(grant), expires }), expires };
}
