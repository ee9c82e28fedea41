import {
  type BlobId,
  type DerivativeKind,
  type DriveId,
  type UploadCompleted,
  type UploadId,
  DomainError,
} from '@skyshelf/contracts';

/** `ready`: whole and durable · `removing`: not served any more. */
export type BlobState = 'pending' | 'ready' | 'removing';

/** The id is the object's key. */
export interface Blob {
  _id: BlobId;
  drive: DriveId;
  state: BlobState;
  /** Format: `upload:<uploadId>` or `<kind>:<source>:<jobId>`; each has one ready blob. */
  once: string;
  uploadId: UploadId | null;
  /** It was made from this and goes with it; null for uploads and what was made from an address. */
  source: BlobId | null;
  kind: DerivativeKind | null;
  size: number;
  /** Hex; null until bytes that came in parts are read again. */
  sha256: string | null;
  /** null like `sha256`; absent in old records. */
  crc32?: number | null;
  hashDue: Date | null;
  type: string;
  width: number | null;
  height: number | null;
  begun: Date;
  finished: Date | null;
  expires: Date | null;
  /** Unnamed since (fresh uploads: from) then; null while named, and for derived blobs. */
  condemned: Date | null;
  /** null when its bytes don't count. */
  unnamed: UnnamedState | null;
  /** It is kept until catalog has processed the upload. */
  announcement: Announcement | null;
}

/** It is sent if the browser makes no element. */
export interface Announcement {
  /** null until the bytes are whole. */
  due: Date | null;
  actor: string;
  /** The software that sent them; absent for a visitor, and where it is unknown. */
  device?: string;
  trace: string | null;
  data: UploadCompleted;
}

/** A user has it or may still claim it. */
export const isWanted = (blob: Blob, now: Date): boolean =>
  blob.state === 'ready' && (blob.condemned === null || blob.condemned > now);

/**
 * Bytes that no element names; derived blobs never count, uploads in parts by their granted size. `fresh`:
 * only recorded here, since most are named within a second · `counted`: in the counter, once announced,
 * refused or condemned.
 */
export type UnnamedState = 'fresh' | 'counted';

export const unnamedLimit = (quota: number, extra: number): number => quota + extra;

const MEBIBYTE = 1024 * 1024;

export const noRoomForUnnamed = (limit: number): DomainError =>
  new DomainError('space.held', {
    message: `Deleted files and uploads that were not finished may take up ${Math.floor(limit / MEBIBYTE)} MB for a while, and they do. Each goes some days after it was deleted: send this again then, or ask who runs this Skyshelf to keep them for fewer days.`,
  });
