import type { BlobId, DriveId, UploadGrant, UploadId } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';

export interface AbandonedUpload {
  uploadId: UploadId;
  drive: DriveId;
  actor: string;
  trace: string | null;
}

/** An abort and a completion never both happen. */
export interface MultipartUploads {
  /**
   * Created if new; counts as unnamed from now on.
   * @throws DomainError `space.held`: the drive would have more than `limit` unnamed bytes
   */
  open(grant: UploadGrant, blobId: BlobId, begun: Date, limit: number): Promise<MultipartUpload>;
  /** Answers the first one set after the `lost` one. Null: it is being joined, finished or given up. */
  setMultipart(uploadId: UploadId, multipartId: string, lost: string | null): Promise<string | null>;
  get(uploadId: UploadId): Promise<MultipartUpload | null>;
  /** Is null for an upload of another drive. */
  own(uploadId: UploadId, drive: DriveId): Promise<MultipartUpload | null>;
  unfinished(drive: DriveId, most: number): Promise<MultipartUpload[]>;
  /** Locks it. False: another joins it, or it is finished or given up. */
  joining(uploadId: UploadId, joinerId: string, now: Date): Promise<boolean>;
  reopen(uploadId: UploadId, joinerId: string): Promise<void>;
  /** False: the lock was lost. */
  finish(uploadId: UploadId, joinerId: string, blob: Blob): Promise<boolean>;
  /**
   * Informs catalog and gives the upload whose parts are to be removed, if any. Answers what is to be removed, if
   * anything.
   */
  giveUp(givingUp: AbandonedUpload): Promise<MultipartUpload | null>;
}
