import type { BlobId, DriveId, DriveReference } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import type { BlobReference } from '../../domain/references.js';
import type { MultipartUpload } from '../../domain/multipart-upload.js';

export interface CheckedRecords {
  readyOf(drive: DriveId, blobIds: readonly BlobId[]): Promise<Blob[]>;
  ready(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  /** In whatever state. */
  recorded(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  /** With a blob or an upload under way. */
  expected(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  named(blobIds: readonly BlobId[]): Promise<ReadonlySet<BlobId>>;
  kept(references: readonly BlobReference[]): Promise<ReadonlySet<string>>;
  /** Ready ones by id. */
  page(after: string, limit: number): Promise<Blob[]>;
  /** By id. */
  references(after: string, limit: number): Promise<DriveReference[]>;
  /** By the store's name for it. */
  knowsMultipart(blobId: BlobId, multipartId: string): Promise<boolean>;
  expiredUploads(before: Date, most: number): Promise<MultipartUpload[]>;
  expiredBlobs(before: Date, most: number): Promise<Blob[]>;
  /** Of one drive or all, seen at one moment. */
  wrongCounters(drive: DriveId | null): Promise<{ drive: DriveId; counted: number; actual: number }[]>;
}
