import type { BlobId, DriveId, UploadGrant, UploadId } from '@skyshelf/contracts';
import type { PartInfo } from '@skyshelf/object-store';
import type { Blob } from '../domain/blob.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';

export interface GivingUp {
  uploadId: UploadId;
  drive: DriveId;
  actor: string;
  trace: string | null;
}

/** An abort and a completion never both happen. */
export interface MultipartUploads {
  /**
   * Made when it is new; its bytes count as unnamed from now on.
   * @throws DomainError `space.held`: with them the drive would have more than `limit` of those
   */
  open(grant: UploadGrant, blobId: BlobId, begun: Date, limit: number): Promise<MultipartUpload>;
  /** Answers the one that counts: another request may have opened it too. */
  setMultipart(uploadId: UploadId, multipartId: string): Promise<string | null>;
  get(uploadId: UploadId): Promise<MultipartUpload | null>;
  /** null for another's. */
  own(uploadId: UploadId, drive: DriveId): Promise<MultipartUpload | null>;
  unfinished(drive: DriveId, most: number): Promise<MultipartUpload[]>;
  /** Keeps others from joining it or giving it up. False: another joins it, or it is finished or given up. */
  joining(uploadId: UploadId, joinerId: string, now: Date): Promise<boolean>;
  reopen(uploadId: UploadId, joinerId: string): Promise<void>;
  /** False: it may not become a blob any more. */
  finish(uploadId: UploadId, joinerId: string, blob: Blob): Promise<boolean>;
  /** Catalog will hear of it. Answers what is to be removed; null when there is nothing to give up. */
  giveUp(givingUp: GivingUp): Promise<MultipartUpload | null>;
}

/** By the ETag of the answer to each. */
export type NamedParts = readonly Pick<PartInfo, 'partNumber' | 'etag'>[];

export const plainTags = (parts: NamedParts): NamedParts =>
  parts.map(({ partNumber, etag }) => ({ partNumber, etag: etag.replaceAll('"', '') }));
