import {
  DomainError,
  fileDateOf,
  limits,
  messages,
  ROOT_ID,
  type BlobId,
  type Dropped,
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
import { sinceAfter } from './versions.js';
import { decideReplace, rowAfter, type Replacement, type Replacing } from './replace-file.js';

/** Storage vouches: these bytes are here, under this grant. */
export interface FinishedBytes {
  uploadId: UploadId;
  folderId: ElementId;
  name: string;
  /** A taken name gets a number. */
  conflict?: 'number' | undefined;
  /** A file of this name gets these bytes. */
  replace?: true | undefined;
  /** This file gets these bytes. */
  replaces?: ElementId | undefined;
  /** It comes by a link. */
  drop?: Pick<Dropped, 'link' | 'visitor' | 'tags'> | undefined;
  source: string;
  blobId: BlobId;
  size: number;
  contentType: string;
  width: number | null;
  height: number | null;
}

export interface AdmissionSlice {
  /** The file that keeps its place and gets these bytes; null for a new one. */
  replaced: Replacing | null;
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
  { isLast }: { isLast: boolean },
): Decision<Admission> {
  const bytes = { ...rest, name: numbered ?? name };
  const refusal = admissionRefusal(bytes, slice);
  if (refusal) return refusedUpload({ ...rest, name }, refusal);
  if (slice.replaced) {
    const { row, path } = slice.replaced;
    const replacement = replacementOf(bytes, slice.replaced, now);
    const reserved = slice.reservation?.bytes ?? 0;
    const event = decideReplace([replacement], [], { room: slice.room, reserved, isLast, now });
    const after = event.replaced[0] ? rowAfter(row, event.replaced[0]) : row;
    return { event, answer: { outcome: 'admitted', row: after, path } };
  }
  const file = uploadedFile(bytes, newId(), now);
  return {
    event: { type: 'catalog.files.uploaded', files: [file], delta: growth([file]) },
    answer: { outcome: 'admitted', row: fileRow(file, { at: now, version: 0 }), path: slice.place.path },
  };
}

export function refusedUpload(
  { uploadId, blobId, name, drop }: FinishedBytes,
  refusal: { code: ErrorCode; message: string },
): Decision<Admission> {
  return {
    event: { type: 'catalog.upload.refused', uploadId, blobId, name, ...refusal, ...sentBy(drop) },
    answer: { outcome: 'refused', name, ...refusal },
  };
}

const sentBy = (drop: FinishedBytes['drop']) => drop && { drop: { link: drop.link, visitor: drop.visitor } };

/** null when they become an element. */
export function admissionRefusal(
  { name, size }: FinishedBytes,
  { place, reservation, room, replaced }: AdmissionSlice,
): { code: ErrorCode; message: string } | null {
  if (!isOpenFolder(place)) {
    return { code: 'folder.not-found', message: 'The folder of this upload does not exist any more.' };
  }
  if (place.chain?.some(({ copying }) => copying))
    return { code: 'folder.copying', message: new DomainError('folder.copying').message };
  if (place.taken && !replaced) return { code: 'name.exists', message: messages.uploadExists(name) };
  if (
    size - (replaced?.row.size ?? 0) >
    available({ ...room, reserved: room.reserved - (reservation?.bytes ?? 0) })
  ) {
    return { code: 'space.exceeded', message: messages.notEnoughSpace(name) };
  }
  if (!replaced && room.count >= limits.maxElementsPerDrive)
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
  tags: bytes.drop?.tags ?? [],
  uploadId: bytes.uploadId,
  blobId: bytes.blobId,
  kind: bytes.contentType,
  extension: extensionOf(bytes.name),
  source: bytes.source,
  size: bytes.size,
  width: bytes.width,
  height: bytes.height,
  ...modifiedOf(bytes, now),
  ...sentBy(bytes.drop),
});

export const replacementOf = (bytes: FinishedBytes, target: Replacing, now: Date): Replacement => ({
  target,
  uploadId: bytes.uploadId,
  content: {
    blobId: bytes.blobId,
    kind: bytes.contentType,
    extension: target.row.extension,
    source: bytes.source,
    size: bytes.size,
    width: bytes.width,
    height: bytes.height,
    modified: modifiedOf(bytes, now).modified ?? null,
    derived: {},
    confirm: null,
    since: sinceAfter(target.row, now),
    label: null,
  },
});

const modifiedOf = ({ uploadId }: FinishedBytes, now: Date): Pick<UploadedFile, 'modified'> => {
  const date = fileDateOf(uploadId, now);
  return date ? { modified: date.toISOString() } : {};
};
