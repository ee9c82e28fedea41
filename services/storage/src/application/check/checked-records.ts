import type { BlobId, DriveId, DriveReference } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { BlobReference } from '../../domain/reference.js';
import type { MultipartUpload } from '../../domain/multipart-upload.js';

/** All that is recorded, as a check looks at it. */
export interface CheckedRecords {
  /** Blobs of a drive that are ready, among these. */
  readyOf(drive: DriveId, blobIds: readonly BlobId[]): Promise<Blob[]>;
  /** Those of these that are ready. */
  ready(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  /** Those of these that are recorded, in whatever state. */
  recorded(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  /** Those of these that a blob or an upload under way is recorded for. */
  expected(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  /** Those of these that an element names. */
  named(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  /** The ids of those references that are kept. */
  kept(references: readonly BlobReference[]): Promise<ReadonlySet<string>>;
  /** Ready blobs in the order of their ids. */
  page(after: string, limit: number): Promise<Blob[]>;
  /** References in the order of their ids. */
  references(after: string, limit: number): Promise<DriveReference[]>;
  /** Whether an upload in parts is recorded with the store's name for it. */
  knowsMultipart(blobId: BlobId, multipartId: string): Promise<boolean>;
  /** What ran out before a moment. */
  expiredUploads(before: Date, most: number): Promise<MultipartUpload[]>;
  expiredBlobs(before: Date, most: number): Promise<Blob[]>;
  /** Counters of unnamed bytes that differ from a recount, of one drive or of all; all seen at one moment. */
  wrongCounters(drive: DriveId | null): Promise<{ drive: DriveId; counted: number; actual: number }[]>;
}
