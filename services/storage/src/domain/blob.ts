import {
  type BlobId,
  type DerivativeKind,
  type DriveId,
  type UploadCompleted,
  type UploadId,
  DomainError,
} from '@skyshelf/contracts';

/** `pending`: no one knows of its bytes · `ready`: whole and durable · `removing`: not served any more. */
export type BlobState = 'pending' | 'ready' | 'removing';

/** The id is the key in the object store. */
export interface Blob {
  _id: BlobId;
  drive: DriveId;
  state: BlobState;
  /** `upload:<uploadId>` or `<kind>:<source>:<jobId>`: one ready blob for each. */
  once: string;
  uploadId: UploadId | null;
  /**
   * The blob it was made from and goes with; null for what was uploaded, or made from an address and kept by
   * an element.
   */
  source: BlobId | null;
  kind: DerivativeKind | null;
  size: number;
  /** Hex; null where the bytes came in parts and were not read again yet. */
  sha256: string | null;
  /** null as `sha256` is; absent in old records. */
  crc32?: number | null;
  /** null when no hash is due. */
  hashDue: Date | null;
  type: string;
  width: number | null;
  height: number | null;
  begun: Date;
  finished: Date | null;
  expires: Date | null;
  /** Unnamed since (a fresh upload: from) this moment; null while named and for derived blobs. */
  condemned: Date | null;
  /** How its bytes count as unnamed; null when they don't. */
  unnamed: UnnamedState | null;
  /** Of a fresh upload that catalog has not spoken of yet; null ever after. */
  announcement: Announcement | null;
}

/** For the case that its browser makes no element of it. */
export interface Announcement {
  /** Not before; null until the bytes are whole. */
  due: Date | null;
  actor: string;
  trace: string | null;
  data: UploadCompleted;
}

/** A user has it or may still claim it. */
export const isWanted = (blob: Blob, now: Date): boolean =>
  blob.state === 'ready' && (blob.condemned === null || blob.condemned > now);

/**
 * How a blob counts that no element names. Derived blobs belong to their source and never count; uploads in
 * parts count besides, with the size granted.
 * `fresh`: only its record says so; most uploads are named within a second and never reach the counter ·
 * `counted`: in the counter, once announced, refused or condemned.
 */
export type UnnamedState = 'fresh' | 'counted';

export const unnamedLimit = (quota: number, extra: number): number => quota + extra;

const MEBIBYTE = 1024 * 1024;

export const noRoomForUnnamed = (limit: number): DomainError =>
  new DomainError('space.held', {
    message: `Deleted files and uploads that were not finished may take up ${Math.floor(limit / MEBIBYTE)} MB for a while, and they do. Each goes some days after it was deleted: send this again then, or ask who runs this Skyshelf to keep them for fewer days.`,
  });
