import type { BlobId, DriveId, UploadId } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { Checksums } from '../observed-body.js';
import type { MultipartUpload } from '../../domain/multipart-upload.js';

/** The records that a sweep looks for. `most`: how many at once. */
export interface SweptRecords {
  /** Marks pending blobs whose time is over, so that a late finish is refused. Answers these and those that were marked before. */
  markExpired(now: Date, most: number): Promise<BlobId[]>;
  /** Forgets marked ones whose bytes are gone. Answers how many. */
  forgetExpired(blobIds: readonly BlobId[]): Promise<number>;
  /** Uploads in parts whose leave has run out. */
  expiredUploads(now: Date, most: number): Promise<MultipartUpload[]>;
  /** Gives up one that was not finished, and catalog will hear of it. False: it was finished or prolonged in the meantime. */
  giveUp(upload: MultipartUpload): Promise<boolean>;
  /** Answers how many were there. */
  forgetUpload(uploadId: UploadId): Promise<number>;
  /** Whether an upload in parts is recorded with the store's name for it. */
  knowsMultipart(blobId: BlobId, multipartId: string): Promise<boolean>;
  /** Blobs without a hash, the longest waiting first. */
  unhashed(most: number): Promise<BlobId[]>;
  /** False: it has one by now, or is gone. */
  keepHash(blobId: BlobId, checksums: Checksums): Promise<boolean>;
  /** Puts it behind the others. False as above. */
  postponeHash(blobId: BlobId, now: Date): Promise<boolean>;
  /** Forgets references that were removed before a moment. Answers how many. */
  forgetRemovedReferences(before: Date, most: number): Promise<number>;
  /** Blobs condemned before a moment, marked ones too. */
  condemned(before: Date, most: number): Promise<Blob[]>;
  /**
   * Marks a condemned blob that no element names, and what was made from it: reads stop, and no reference can save it any more. Answers the marked ones; null: it is
   * named again.
   */
  markUnused(blobId: BlobId, before: Date): Promise<BlobId[] | null>;
  /** Forgets a marked blob, and what was made from it, whose bytes are gone, and tells the others. False: another sweep has. */
  forgetUnused(blob: { _id: BlobId; drive: DriveId }, marked: readonly BlobId[]): Promise<boolean>;
}

/** What a step does in one go: enough for any backlog, little enough for the hold to be renewed in time. */
export const SWEEP_BATCH = 500;
