import type { BlobId, DriveId } from '@skyshelf/contracts';

export interface LiveFiles {
  /**
   * After each deletion that was acknowledged before the call.
   * @throws DomainError `service.unavailable`: catalog can't be asked
   */
  isLive(drive: DriveId, blobId: BlobId): Promise<boolean>;
}
