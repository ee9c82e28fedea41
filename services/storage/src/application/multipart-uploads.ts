import type { BlobId, DriveId, UploadGrant, UploadId } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';

/** Who gives an upload up. */
export interface GivingUp {
  uploadId: UploadId;
  drive: DriveId;
  actor: string;
  trace: string | null;
}

/** The records of uploads in parts. An abort and a completion never both happen. */
export interface MultipartUploads {
  /**
   * The upload of a grant: made when it is new. Its bytes count among those that no element names from now on.
   * @throws DomainError `space.held`: with them the drive would have more than `limit` of those
   */
  open(grant: UploadGrant, blobId: BlobId, begun: Date, limit: number): Promise<MultipartUpload>;
  /** Keeps the store's name for it. Answers the one that counts: another request may have opened it too. */
  setMultipart(uploadId: UploadId, multipartId: string): Promise<string | null>;
  get(uploadId: UploadId): Promise<MultipartUpload | null>;
  /** One's own upload; another's is as good as none. */
  own(uploadId: UploadId, drive: DriveId): Promise<MultipartUpload | null>;
  /** One's own that are not finished, the newest first. */
  unfinished(drive: DriveId, most: number): Promise<MultipartUpload[]>;
  /** From here on it is not given up, and no one else joins it. False: another does, or it is finished or given up. */
  joining(uploadId: UploadId, joinerId: string, now: Date): Promise<boolean>;
  /** The join failed: more parts may come, or it may be given up. */
  reopen(uploadId: UploadId, joinerId: string): Promise<void>;
  /** Makes it a blob, ready at once. False: it may not become one any more. */
  finish(uploadId: UploadId, joinerId: string, blob: Blob): Promise<boolean>;
  /** Gives it up, and catalog will hear of it. Answers what is to be removed, or null when it is finished, being finished or not there. */
  giveUp(givingUp: GivingUp): Promise<MultipartUpload | null>;
}
