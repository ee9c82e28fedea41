import {
  limits,
  type BlobId,
  type DerivativeKind,
  type DriveId,
  type UploadGrant,
  type UploadId,
} from '@skyshelf/contracts';
import type { Blob } from './blob.js';
import type { MultipartUpload } from './multipart-upload.js';

export interface Findings {
  type: string;
  /** As shown; null for other files, or where it stands too late in the file. */
  width: number | null;
  height: number | null;
}

export interface Checksums {
  sha256: string;
  /** The unsigned CRC-32 (ISO 3309), as in ZIP. */
  crc32: number;
}

export type Stored = Findings & Checksums;

export interface Intention {
  blobId: BlobId;
  drive: DriveId;
  once: string;
  uploadId: UploadId | null;
  source: BlobId | null;
  kind: DerivativeKind | null;
  size: number;
  declaredType: string;
  begun: Date;
  expires: Date;
}

export interface Beginning {
  blobId: BlobId;
  begun: Date;
  /** The milliseconds after which bytes that never became whole are removed. */
  pendingMs: number;
}

export const onceOfUpload = (uploadId: UploadId): string => `upload:${uploadId}`;

export const uploadIntention = (
  { drive, uploadId, size, contentType }: Pick<UploadGrant, 'drive' | 'uploadId' | 'size' | 'contentType'>,
  { blobId, begun, pendingMs }: Beginning,
): Intention => ({
  blobId,
  drive,
  once: onceOfUpload(uploadId),
  uploadId,
  source: null,
  kind: null,
  size,
  declaredType: contentType,
  begun,
  expires: new Date(begun.getTime() + pendingMs),
});

/** The fields of which nothing is known, or needed, for the time being. */
const unknown = {
  uploadId: null,
  source: null,
  kind: null,
  sha256: null,
  crc32: null,
  hashDue: null,
  width: null,
  height: null,
  finished: null,
  expires: null,
  condemned: null,
  unnamed: null,
  announcement: null,
} satisfies Partial<Blob>;

/** An archive knows facts about the finished blob's bytes, which are not true of this one yet. */
export const pendingBlob = ({ blobId, declaredType, ...facts }: Intention): Blob => ({
  ...facts,
  ...unknown,
  uploadId: facts.uploadId,
  source: facts.source,
  kind: facts.kind,
  expires: facts.expires,
  _id: blobId,
  state: 'pending',
  type: declaredType,
  unnamed: facts.source === null ? 'fresh' : null,
});

export const readyBlob = (intention: Intention, stored: Stored, finished: Date): Blob => ({
  ...pendingBlob(intention),
  ...stored,
  state: 'ready',
  expires: null,
  finished,
  condemned: condemnedFrom(intention, finished),
});

/** A blob that no element names is unclaimed when its receipt expires; a derived one goes with its source. */
export const condemnedFrom = ({ source }: Pick<Blob, 'source'>, finished: Date): Date | null =>
  source === null ? new Date(finished.getTime() + limits.receiptMs) : null;

/** Its bytes are in the store, joined there; the sweep reads them for the hash. */
export const joinedBlob = (
  { _id: uploadId, blobId, drive, grant, begun }: MultipartUpload,
  findings: Findings,
  finished: Date,
): Blob => ({
  ...unknown,
  ...findings,
  _id: blobId,
  drive,
  state: 'ready',
  once: onceOfUpload(uploadId),
  uploadId,
  size: grant.size,
  hashDue: finished,
  begun,
  finished,
  condemned: condemnedFrom({ source: null }, finished),
  unnamed: 'counted',
});

/** An existing element describes the blob, whose record is lost or being removed. */
export interface ClaimedBlob {
  blobId: BlobId;
  size: number | null;
  type: string;
  /** null for uploads and what was made from an address. */
  source: BlobId | null;
  kind: DerivativeKind | null;
}

export type Adoption =
  | { do: 'leave' }
  | { do: 'make-ready'; known: Pick<Blob, 'finished' | 'hashDue'> }
  | { do: 'add'; blob: Blob };

/** A blob is adopted if its bytes have the length that its element and its record name. */
export function decideAdoption(
  drive: DriveId,
  claim: ClaimedBlob,
  found: { object: { size: number } | null; record: Blob | null; now: Date },
): Adoption {
  const { object, record, now } = found;
  if (!object || (claim.size !== null && object.size !== claim.size)) return { do: 'leave' };
  if (!record) return { do: 'add', blob: adoptedBlob(drive, claim, object.size, now) };
  if (record.drive !== drive || record.size !== object.size) return { do: 'leave' };
  const hashDue = record.sha256 === null ? now : record.hashDue;
  return { do: 'make-ready', known: { finished: record.finished ?? now, hashDue } };
}

/** The sweep computes the hash. */
const adoptedBlob = (
  drive: DriveId,
  { blobId, size: _, ...claim }: ClaimedBlob,
  size: number,
  now: Date,
): Blob => ({
  ...unknown,
  ...claim,
  _id: blobId,
  drive,
  state: 'ready',
  once: `repaired:${blobId}`,
  size,
  hashDue: now,
  begun: now,
  finished: now,
});
