import type { UnnamedState } from './unnamed.js';
import type { BlobId, DerivativeKind, DriveId, UploadCompleted, UploadId } from '@skyshelf/contracts';

/**
 * `pending`: its key may hold bytes, no one has been told of them · `ready`: whole and durable · `removing`: on its way out, not served any more.
 */
export type BlobState = 'pending' | 'ready' | 'removing';

/** Immutable bytes of one drive. The key in the object store is the id. */
export interface Blob {
  _id: BlobId;
  drive: DriveId;
  state: BlobState;
  /** The intention these bytes came from, `upload:<uploadId>` or `<kind>:<source>:<jobId>`: one ready blob for each. */
  once: string;
  uploadId: UploadId | null;
  /** The blob it was made from; it goes with it. null for what was uploaded, and for what was made from an address: elements keep those. */
  source: BlobId | null;
  /** What it is for; null for what was uploaded. */
  kind: DerivativeKind | null;
  /** Bytes. */
  size: number;
  /** Hex; null where the bytes came in parts and have not been read again yet. */
  sha256: string | null;
  /** CRC-32, unsigned; null as `sha256` is, absent in records from before it was kept. */
  crc32?: number | null;
  /** Since when a hash is missing; null when there is one or none is due. */
  hashDue: Date | null;
  type: string;
  /** Pixels as shown, that is after the orientation is applied. */
  width: number | null;
  height: number | null;
  begun: Date;
  finished: Date | null;
  /** Of a pending one: when it is given up. */
  expires: Date | null;
  /** Unreferenced since (or, for a fresh upload, from) this moment; null while referenced and for derived blobs. */
  condemned: Date | null;
  /** How its bytes count among those that no element names, see unnamed.ts; null when they don't. */
  unnamed: UnnamedState | null;
  /** Of a fresh upload that catalog has not spoken of yet; null ever after. */
  announcement: Announcement | null;
}

/** What the others are told of an upload whose browser did not turn it into an element itself. */
export interface Announcement {
  /** Not before. */
  due: Date;
  actor: string;
  trace: string | null;
  data: UploadCompleted;
}

/** Whether work on a blob still makes sense: it is there, and a user has it or may still claim it. */
export const isWanted = (blob: Blob, now: Date): boolean =>
  blob.state === 'ready' && (blob.condemned === null || blob.condemned > now);
