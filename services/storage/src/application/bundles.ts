import type { AdmittedUploads, BlobId, DriveId, OpId, RequestedUpload, UploadId } from '@skyshelf/contracts';
import type { ElementId, Warning } from '@skyshelf/contracts';

export interface StartedFile {
  /** The same when the bundle is sent again. */
  uploadId: UploadId;
  name: string;
  size: number;
  contentType: string;
  source: string;
  replaces?: ElementId | undefined;
  granted: boolean;
}

export interface StartedBundle {
  folderId: ElementId;
  quota: number;
  files: StartedFile[];
  warnings: Warning[];
}

export interface FinishedBundle {
  drive: DriveId;
  sub: string;
  device?: string | undefined;
  opId: OpId;
  folderId: ElementId;
  uploadIds: UploadId[];
  conflict?: RequestedUpload['conflict'];
  files: {
    index: number;
    uploadId: UploadId;
    name: string;
    source: string;
    replaces?: ElementId | undefined;
    blobId: BlobId;
    size: number;
    contentType: string;
    width: number | null;
    height: number | null;
  }[];
}

export interface Bundles {
  /** @throws DomainError `folder.not-found`, `folder.copying`, `depth.exceeded`, `service.unavailable` */
  start(drive: DriveId, opId: OpId, request: RequestedUpload): Promise<StartedBundle>;
  /**
   * Admits once for each opId.
   * @throws DomainError `operation.reused`, `drive.busy`, `service.unavailable`
   */
  admit(bundle: FinishedBundle): Promise<AdmittedUploads>;
}
