import type { BlobId, DriveId, UploadId } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { Checksums } from '../../domain/new-blobs.js';
import type { MultipartUpload } from '../../domain/multipart-upload.js';

/** The parameter `most` limits how many are handled at once. */
export interface SweptRecords {
  /** Later finishes are refused. Includes those marked before. */
  markExpired(now: Date, most: number): Promise<BlobId[]>;
  forgetExpired(blobIds: readonly BlobId[]): Promise<number>;
  expiredUploads(now: Date, most: number): Promise<MultipartUpload[]>;
  /** Informs catalog. False means that it was finished or prolonged since. */
  giveUp(upload: MultipartUpload): Promise<boolean>;
  forgetUpload(uploadId: UploadId): Promise<number>;
  knowsMultipart(blobId: BlobId, multipartId: string): Promise<boolean>;
  unhashed(most: number): Promise<BlobId[]>;
  /** False: it has one, or is gone. */
  keepHash(blobId: BlobId, checksums: Checksums): Promise<boolean>;
  postponeHash(blobId: BlobId, now: Date): Promise<boolean>;
  forgetRemovedReferences(before: Date, most: number): Promise<number>;
  /** Marked ones too. */
  condemned(before: Date, most: number): Promise<Blob[]>;
  /** Marks the blob and what was made from it: reads stop, no reference saves it. null means that it is named again. */
  markUnused(blobId: BlobId, before: Date): Promise<BlobId[] | null>;
  /** Removes the blob's record and what was made from it, with an event. False means that another sweep did. */
  forgetUnused(blob: { _id: BlobId; drive: DriveId }, marked: readonly BlobId[]): Promise<boolean>;
}

/** Few enough to renew the lease in time. */
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
