import type { DriveId, UploadId } from '@skyshelf/contracts';

/** An import whose bytes did not become a blob. */
export interface FailedImport {
  uploadId: UploadId;
  /** Each try fails by itself. */
  tryId: string;
  drive: DriveId;
  actor: string;
  trace: string | null;
}

export interface Imports {
  /** Tells the others that the room and the name kept for it are free again. */
  failed(failed: FailedImport): Promise<void>;
}
