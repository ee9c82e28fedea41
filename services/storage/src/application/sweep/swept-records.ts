import type { BlobId, DriveId, UploadId } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { Checksums } from '../observed-body.js';
import type { MultipartUpload } from '../../domain/multipart-upload.js';

/** `most`: how many at once. */
export interface SweptRecords {
  /** A late finish is refused from then on. Answers also those marked before. */
  markExpired(now: Date, most: number): Promise<BlobId[]>;
  /** Marked ones whose bytes are gone. Answers how many. */
  forgetExpired(blobIds: readonly BlobId[]): Promise<number>;
  expiredUploads(now: Date, most: number): Promise<MultipartUpload[]>;
  /** Catalog will hear of it. False: it was finished or prolonged by now. */
  giveUp(upload: MultipartUpload): Promise<boolean>;
  forgetUpload(uploadId: UploadId): Promise<number>;
  knowsMultipart(blobId: BlobId, multipartId: string): Promise<boolean>;
  /** The longest waiting first. */
  unhashed(most: number): Promise<BlobId[]>;
  /** False: it has one by now, or is gone. */
  keepHash(blobId: BlobId, checksums: Checksums): Promise<boolean>;
  /** Behind the others. False as above. */
  postponeHash(blobId: BlobId, now: Date): Promise<boolean>;
  forgetRemovedReferences(before: Date, most: number): Promise<number>;
  /** Marked ones too. */
  condemned(before: Date, most: number): Promise<Blob[]>;
  /**
   * With what was made from it: reads stop, no reference saves it. Answers the marked ones; null: it is named
   * again.
   */
  markUnused(blobId: BlobId, before: Date): Promise<BlobId[] | null>;
  /** With what was made from it, and tells the others. False: another sweep has. */
  forgetUnused(blob: { _id: BlobId; drive: DriveId }, marked: readonly BlobId[]): Promise<boolean>;
}

/** Enough for any backlog, little enough to renew the lease in time. */
export const SWEEP_BATCH = 500;

export interface Swept {
  pending: number;
  parts: number;
  multiparts: number;
  unused: number;
  hashed: number;
  references: number;
  archives: number;
  takeouts: number;
}

export interface UnusedBlobs {
  /** @throws DomainError `service.unavailable` */
  among(drive: DriveId, blobIds: readonly BlobId[]): Promise<string[]>;
}
