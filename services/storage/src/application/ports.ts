import type { BlobId, DriveId, UploadId } from '@skyshelf/contracts';
import type { Blob } from '../domain/blob.js';

export interface DiskSpace {
  /** @throws DomainError `disk.full`: there is less room than the installation keeps free for its database */
  require(): Promise<void>;
}

export interface Announcements {
  due(now: Date, most: number): Promise<Blob[]>;
  /** Once. False: another process did, or it was claimed. */
  announce(blob: Blob): Promise<boolean>;
}

export interface LiveFiles {
  /**
   * After each deletion that was acknowledged before the call.
   * @throws DomainError `service.unavailable`: catalog can't be asked
   */
  isLive(drive: DriveId, blobId: BlobId): Promise<boolean>;
}

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

export interface Leases {
  /** Or renews it. False: another process has it. */
  take(name: string, forMs: number): Promise<boolean>;
  letGo(name: string): Promise<void>;
}

/** Its holder may remove bytes. */
export const SWEEP_LEASE = 'sweep';
