import type { DriveId, UploadId } from '@skyshelf/contracts';

export interface FailedImport {
  uploadId: UploadId;
  /** Each try fails by itself. */
  tryId: string;
  drive: DriveId;
  actor: string;
  trace: string | null;
}

export interface Imports {
  /** Frees the room and the name kept for it. */
  failed(failed: FailedImport): Promise<void>;
}
