import type { AdmittedUploads, BlobId, DriveId, OpId, RequestedUpload, UploadId } from '@skyshelf/contracts';
import type { ElementId, Warning } from '@skyshelf/contracts';

export interface LeaveForFile {
  /** The same whenever the bundle is sent under the same key. */
  uploadId: UploadId;
  name: string;
  size: number;
  contentType: string;
  source: string;
  granted: boolean;
}

export interface BundleLeave {
  folderId: ElementId;
  quota: number;
  /** In the order sent. */
  files: LeaveForFile[];
  warnings: Warning[];
}

export interface FinishedBundle {
  drive: DriveId;
  sub: string;
  opId: OpId;
  folderId: ElementId;
  /** Of all files that were sent. */
  uploadIds: UploadId[];
  conflict?: RequestedUpload['conflict'];
  files: {
    /** In what was sent. */
    index: number;
    uploadId: UploadId;
    name: string;
    source: string;
    blobId: BlobId;
    size: number;
    contentType: string;
    width: number | null;
    height: number | null;
  }[];
}

export interface Bundles {
  /** @throws DomainError `folder.not-found`, `folder.copying`, `depth.exceeded`, `service.unavailable` */
  start(drive: DriveId, opId: OpId, request: RequestedUpload): Promise<BundleLeave>;
  /**
   * Once under the opId.
   * @throws DomainError `operation.reused`, `drive.busy`, `service.unavailable`
   */
  admit(bundle: FinishedBundle): Promise<AdmittedUploads>;
}
