import {
  DomainError,
  fileDateOf,
  limits,
  messages,
  ROOT_ID,
  type BlobId,
  type ElementId,
  type ErrorCode,
  type UploadedFile,
  type UploadId,
} from '@skyshelf/contracts';
import { extensionOf, nameKey } from '@skyshelf/contracts/rules';
import { growth, type Decision, type DecisionContext } from './decision.js';
import { available, type DriveRoom, type Reservation } from './drive-room.js';
import { fileRow, type Made } from './catalog-row.js';
import type { TargetFolder } from './target-folder.js';
import { FreeNames } from './free-names.js';
import { asItem, type StartUploadSlice } from './start-upload.js';

/** Storage vouches: these bytes are here, under this grant. */
export interface FinishedBytes {
  uploadId: UploadId;
  folderId: ElementId;
  name: string;
  /** A taken name gets a number. */
  conflict?: 'number' | undefined;
  source: string;
  blobId: BlobId;
  size: number;
  contentType: string;
  width: number | null;
  height: number | null;
}

export interface AdmissionSlice {
  numbered?: string | undefined;
  place: TargetFolder;
  reservation: Reservation | null;
  room: DriveRoom;
}

export type Admission =
  | ({ outcome: 'admitted' } & Made)
  | { outcome: 'refused'; name: string; code: ErrorCode; message: string };

/** A refusal is an event too: storage releases the bytes, and repeats get the same answer. */
export function decideAdmitUpload(
  { name, ...rest }: FinishedBytes,
  { numbered, ...slice }: AdmissionSlice,
  { newId, now }: DecisionContext,
): Decision<Admission> {
  const { uploadId, blobId } = rest;
  const bytes = { ...rest, name: numbered ?? name };
  const refusal = admissionRefusal(bytes, slice);
  if (refusal) {
    return {
      event: { type: 'catalog.upload.refused', uploadId, blobId, name, ...refusal },
      answer: { outcome: 'refused', name, ...refusal },
    };
  }
  const file = uploadedFile(bytes, newId(), now);
  return {
    event: { type: 'catalog.files.uploaded', files: [file], delta: growth([file]) },
    answer: { outcome: 'admitted', row: fileRow(file, { at: now, version: 0 }), path: slice.place.path },
  };
}

/** null when they become an element. */
function admissionRefusal(
  { name, size }: FinishedBytes,
  { place, reservation, room }: AdmissionSlice,
): { code: ErrorCode; message: string } | null {
  if (!isOpenFolder(place)) {
    return { code: 'folder.not-found', message: 'The folder of this upload does not exist any more.' };
  }
  if (place.chain?.some(({ copying }) => copying))
    return { code: 'folder.copying', message: new DomainError('folder.copying').message };
  if (place.taken) return { code: 'name.exists', message: messages.uploadExists(name) };
  if (size > available({ ...room, reserved: room.reserved - (reservation?.bytes ?? 0) })) {
    return { code: 'space.exceeded', message: messages.notEnoughSpace(name) };
  }
  if (room.count >= limits.maxElementsPerDrive)
    return { code: 'drive.full', message: new DomainError('drive.full').message };
  return null;
}

const isOpenFolder = ({ folderId, chain }: TargetFolder): boolean =>
  folderId === ROOT_ID || (chain !== null && chain[0]?.class === 'folder' && chain.length < limits.maxDepth);

export const uploadedFile = (bytes: FinishedBytes, id: string, now: Date): UploadedFile => ({
  id: id as ElementId,
  parentId: bytes.folderId,
  name: bytes.name,
  nameKey: nameKey(bytes.name),
  tags: [],
  uploadId: bytes.uploadId,
  blobId: bytes.blobId,
  kind: bytes.contentType,
  extension: extensionOf(bytes.name),
  source: bytes.source,
  size: bytes.size,
  width: bytes.width,
  height: bytes.height,
  ...modifiedOf(bytes, now),
});

const modifiedOf = ({ uploadId }: FinishedBytes, now: Date): Pick<UploadedFile, 'modified'> => {
  const date = fileDateOf(uploadId, now);
  return date ? { modified: date.toISOString() } : {};
};

/** Refusals are no events: only the sender hears of them. */
export function decideAdmitBundle(
  files: readonly FinishedBytes[],
  { place, taken, conflict, room: before }: StartUploadSlice,
  { newId, now }: DecisionContext,
): Decision<Admission[]> {
  const names = new FreeNames(taken, conflict);
  let room = before;
  const made = [];
  const answer: Admission[] = [];
  for (const sent of files) {
    const free = names.find(asItem(sent));
    const bytes = { ...sent, name: free?.name ?? sent.name };
    const at = { place: { ...place, taken: free === null }, reservation: null, room };
    const refusal = admissionRefusal(bytes, at);
    if (refusal) {
      answer.push({ outcome: 'refused', name: bytes.name, ...refusal });
      continue;
    }
    if (free) names.give({ class: 'item', nameKey: free.nameKey });
    const file = uploadedFile(bytes, newId(), now);
    room = { ...room, used: room.used + bytes.size, count: room.count + 1 };
    made.push(file);
    answer.push({ outcome: 'admitted', row: fileRow(file, { at: now, version: 0 }), path: place.path });
  }
  if (made.length === 0) return { event: null, answer };
  return { event: { type: 'catalog.files.uploaded', files: made, delta: growth(made) }, answer };
}
